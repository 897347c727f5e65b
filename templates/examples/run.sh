curl -s http://localhost:8000/api/v1/runs \
  -H 'Content-Type: application/json' \
  -d '{"code": "import torch\nprint(torch.arange(3) * 2)", "seed": 7}'
