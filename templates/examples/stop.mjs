const stop = new AbortController();
const answer = await fetch("http://localhost:8000/api/v1/runs", {
  method: "POST",
  signal: stop.signal,
  headers: { Accept: "text/event-stream", "Content-Type": "application/json" },
  body: JSON.stringify({ code: "import time\nwhile True:\n    time.sleep(0.1)" }),
});
try {
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    console.log(piece);
    stop.abort(); // closing the response stops the run
  }
} catch (error) {
  if (error.name !== "AbortError") throw error;
  console.log("stopped");
}
