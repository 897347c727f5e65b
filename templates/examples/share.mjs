async function post(path, body) {
  const answer = await fetch(`http://localhost:8000${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return answer.json();
}

const program = { code: "import torch\ntorch.ones(2, 2)" };
const run = await post("/api/v1/runs", program);
const share = await post("/api/v1/shares", { ...program, title: "Ones", result: run.id });
console.log(share.url, share.result.torch, share.result.status);
