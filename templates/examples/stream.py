import json

import httpx

CODE = """
import time
for step in range(3):
    print(step)
    time.sleep(0.2)
"""

with httpx.stream(
    "POST",
    "http://localhost:8000/api/v1/runs",
    headers={"Accept": "text/event-stream"},
    json={"code": CODE},
    timeout=90,
) as answer:
    answer.raise_for_status()
    for line in answer.iter_lines():
        if line.startswith("data: "):
            event = json.loads(line.removeprefix("data: "))
            print(event["kind"], event["line"], event.get("text", ""))
