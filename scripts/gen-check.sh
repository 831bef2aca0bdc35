#!/usr/bin/env bash
# Fails when generating again changes a committed file.
set -euo pipefail
stale=$(git status --porcelain -- internal/httpapi/openapi internal/store/sqlcgen web/src/api/gen)
if [ -n "$stale" ]; then
  echo "Generated code is stale. Run make gen and commit:" >&2
  echo "$stale" >&2
  exit 1
fi
