#!/usr/bin/env bash
# Compares what the program and its pages are built from with the databases of known weaknesses of Go and npm. Reports which
# could not be reached: a database that does not answer is not a clean result (exit status 2).
set -euo pipefail
cd "$(dirname "$0")/.."
status=0

database=${GOVULNDB:-https://vuln.go.dev}
if curl --silent --fail --max-time 20 --output /dev/null "$database/index/db.json"; then
  go run golang.org/x/vuln/cmd/govulncheck@v1.1.4 ./... || status=1
else
  echo "Go: $database does not answer. Set GOVULNDB to a copy of it, or ask again from a network that reaches it." >&2
  status=2
fi

if report=$(npm --prefix web audit --omit dev --json 2>/dev/null); then
  echo "npm: no known weakness in what the pages are built from."
elif grep -q '"vulnerabilities"' <<<"$report"; then
  npm --prefix web audit --omit dev || true
  status=1
else
  echo "npm: the registry answers no audit. Set another one with npm_config_registry, or ask again from a network that reaches it." >&2
  [ $status = 1 ] || status=2
fi
exit $status
