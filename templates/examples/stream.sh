curl -sN http://localhost:8000/api/v1/runs \
  -H 'Accept: text/event-stream' \
  -H 'Content-Type: application/json' \
  -d '{"code": "import time\nfor step in range(3):\n    print(step)\n    time.sleep(0.2)"}'
