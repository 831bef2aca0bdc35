#!/usr/bin/env bash
# Runs every fuzz target of the project for FUZZTIME (one minute unless said otherwise). An input of interest is
# minimised once and no more: the time goes into trying others. Where the system can, each process may have 512 MiB of
# memory: a length that is believed ends it. The collector keeps garbage to half of that, so that a busy machine does not.
set -euo pipefail
export GOMEMLIMIT=256MiB
limit=()
if command -v prlimit >/dev/null; then limit=(-exec "prlimit --data=$((512 << 20))"); fi
for file in $(git grep -lE '^func Fuzz[A-Z]' -- '*_test.go'); do
  for target in $(grep -oE '^func Fuzz[A-Za-z0-9]+' "$file" | cut -d' ' -f2); do
    echo "$target ($(dirname "$file"))"
    go test "${limit[@]}" -run '^$' -fuzz "^$target\$" -fuzztime "${FUZZTIME:-60s}" -fuzzminimizetime 1x "./$(dirname "$file")"
  done
done
