curl -sN http://localhost:8000/api/v1/runs \
  -H 'Accept: text/event-stream' \
  -H 'Content-Type: application/json' \
  -d '{"code": "import time\nwhile True:\n    time.sleep(0.1)"}' |
while read -r line; do
  echo "$line"
  id=$(echo "$line" | sed -n 's/^data:.*"kind":"queued".*"id":"\([^"]*\)".*/\1/p')
  if [ -n "$id" ]; then curl -s -X DELETE "http://localhost:8000/api/v1/runs/$id"; fi
done
