#!/usr/bin/env bash
# The demo server and the pages' dev server side by side. The server is built and started again when a file of Go, the
# contract or the SQL changes. Both end together.
set -euo pipefail
cd "$(dirname "$0")/.."

server=
stop() { [ -z "$server" ] || { kill "$server" 2>/dev/null && wait "$server" 2>/dev/null; } || true; server=; }
trap 'stop; kill 0 2>/dev/null' EXIT

sources() { find cmd internal web -name node_modules -prune -o \( -name '*.go' -o -name '*.sql' -o -name '*.gen.json' \) -printf '%T@ %p\n' | sort | cksum; }
restart() {
  go build -o bin/cohortium-dev ./cmd/cohortium || { echo "It does not compile; the server goes on as it was."; return; }
  stop
  bin/cohortium-dev demo --listen localhost:8080 &
  server=$!
}

(cd web && exec npm run dev) &
seen=
while sleep 1; do
  now=$(sources)
  [ "$now" = "$seen" ] || { seen=$now; restart; }
done
