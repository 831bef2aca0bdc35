#!/usr/bin/env bash
# The demo server and the pages' dev server side by side; both end together.
set -euo pipefail
cd "$(dirname "$0")/.."
bin/cohortium demo --listen localhost:8080 &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
cd web && npm run dev
