program='{"code": "import torch\ntorch.ones(2, 2)"'
run=$(curl -s http://localhost:8000/api/v1/runs \
  -H 'Content-Type: application/json' -d "$program}" |
  sed 's/^{"id":"\([^"]*\)".*/\1/')
curl -s http://localhost:8000/api/v1/shares \
  -H 'Content-Type: application/json' \
  -d "$program, \"title\": \"Ones\", \"result\": \"$run\"}"
