import httpx

program = {"code": "import torch\ntorch.ones(2, 2)"}

with httpx.Client(base_url="http://localhost:8000", timeout=90) as client:
    run = client.post("/api/v1/runs", json=program).raise_for_status().json()
    asked = {**program, "title": "Ones", "result": run["id"]}
    share = client.post("/api/v1/shares", json=asked).raise_for_status().json()
    print(share["url"], share["result"]["torch"], share["result"]["status"])
