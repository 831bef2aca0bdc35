#!/usr/bin/env bash
# Fails when generating again changes a generated file.
set -euo pipefail
cd "$(dirname "$0")/.."

sums() { find internal/httpapi/openapi internal/store/sqlcgen web/src/api/gen -type f -exec sha256sum {} + | sort -k2; }

before=$(sums)
make --no-print-directory gen
if ! changed=$(diff <(echo "$before") <(sums)); then
  echo "Generated code was stale and is renewed now; review and commit it:" >&2
  echo "$changed" | awk '/^>/ {print "  " $3}' >&2
  exit 1
fi
