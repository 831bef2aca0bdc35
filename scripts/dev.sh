#!/usr/bin/env bash
# The demo server and the pages' dev server side by side. The server is built and started again when a file of Go, the
# contract or the SQL changes; while it does not compile, the last one that did stays. Both end together.
# LISTEN and PAGES_PORT are their addresses, DATA is the folder of the demo; defaults are localhost:8080, 5173 and ./data.
set -euo pipefail
cd "$(dirname "$0")/.."
listen=${LISTEN:-localhost:8080}
pages_port=${PAGES_PORT:-5173}
command=(bin/cohortium-dev demo --listen "$listen" ${DATA:+--data "$DATA"})

server= pages= build=
end() { [ -z "$1" ] || { kill "$1" 2>/dev/null && wait "$1" 2>/dev/null; } || true; }
trap 'end "$build"; end "$server"; end "$pages"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# What the server is compiled from: Go without tests, and what Go embeds.
sources() {
  find cmd internal web \( -name node_modules -o -name testdata -o -name dist -o -name src \) -prune -o \
    \( -name '*.go' ! -name '*_test.go' -o -name '*.sql' -o -name '*.gen.json' -o -name '*.html' -o -name '*.csv' \) -printf '%T@ %p\n' | sort | cksum
}
say() { echo "make dev: $*"; }
restart() {
  say "building the server"
  go build -o bin/cohortium-dev.new ./cmd/cohortium &
  build=$!
  local built=0
  wait "$build" || built=$? # a signal ends the wait, not only the build
  build=
  if [ $built -ne 0 ]; then
    [ -z "$server" ] && say "the server does not compile; save a change to try again" || say "the server does not compile; the one built before keeps running"
    return 0
  fi
  end "$server"
  mv bin/cohortium-dev.new bin/cohortium-dev
  "${command[@]}" &
  server=$!
  say "server started on http://$listen, pages on http://localhost:$pages_port"
}

(cd web && COHORTIUM_DEV_SERVER="http://$listen" exec node_modules/.bin/vite --port "$pages_port" --strictPort) &
pages=$!
seen=
while true; do
  now=$(sources)
  [ "$now" = "$seen" ] || { seen=$now; restart; }
  kill -0 "$pages" 2>/dev/null || { say "the pages' server has ended"; exit 1; }
  if [ -n "$server" ] && ! kill -0 "$server" 2>/dev/null; then
    wait "$server" || say "the server ended with status $?; save a change to start it again"
    server=
  fi
  sleep 1 & wait $! # a signal ends the wait at once
done
