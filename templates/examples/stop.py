import json

import httpx

with (
    httpx.Client(base_url="http://localhost:8000", timeout=90) as client,
    client.stream(
        "POST",
        "/api/v1/runs",
        headers={"Accept": "text/event-stream"},
        json={"code": "import time\nwhile True:\n    time.sleep(0.1)"},
    ) as answer,
):
    for line in answer.iter_lines():
        if line.startswith("data: "):
            event = json.loads(line.removeprefix("data: "))
            if event["kind"] == "queued":
                client.delete(f"/api/v1/runs/{event['id']}")
            if event["kind"] == "done":
                print(event["status"])
