import httpx

answer = httpx.post(
    "http://localhost:8000/api/v1/runs",
    json={"code": "import torch\nprint(torch.arange(3) * 2)", "seed": 7},
    timeout=90,
)
answer.raise_for_status()
run = answer.json()
print(run["status"], run["runtime"], run["stdout"])
