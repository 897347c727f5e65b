const answer = await fetch("http://localhost:8000/api/v1/runs", {
  method: "POST",
  headers: { Accept: "text/event-stream", "Content-Type": "application/json" },
  body: JSON.stringify({
    code: "import time\nfor step in range(3):\n    print(step)\n    time.sleep(0.2)",
  }),
});
if (!answer.ok) throw new Error((await answer.json()).detail);
let waiting = "";
for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
  const messages = (waiting + piece).split("\n\n");
  waiting = messages.pop();
  for (const message of messages) {
    const data = message.split("\n").find((line) => line.startsWith("data: "));
    if (!data) continue;
    const event = JSON.parse(data.slice(6));
    console.log(event.kind, event.line, event.text ?? "");
  }
}
