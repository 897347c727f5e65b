const answer = await fetch("http://localhost:8000/api/v1/runs", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ code: "import torch\nprint(torch.arange(3) * 2)", seed: 7 }),
});
if (!answer.ok) throw new Error((await answer.json()).detail);
const run = await answer.json();
console.log(run.status, run.runtime, run.stdout);
