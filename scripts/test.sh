#!/usr/bin/env bash
# Everything that continuous integration runs, and how long each part took. Tests of Go wait now and then, so linters
# and the tests of the pages run beside them; what one prints stays together. The stories have the machine to themselves.
set -euo pipefail
cd "$(dirname "$0")/.."
PARTS=$(mktemp)
export PARTS
trap 'rm -f "$PARTS"' EXIT

run() { make --no-print-directory "$@"; }
scripts/setup.sh
began=$(date +%s)
run gen-check
run build # the tests of Go look at what is served: their results are kept by it
run --jobs=2 --output-sync=target test-go lint-go lint-web lint-api test-web
run test-clients
run e2e
echo "All of it passes. Parts that ran side by side count each their own time."
printf 'all\t%d\n' $(($(date +%s) - began)) >>"$PARTS"
awk -F'\t' '{printf "  %-18s %2d min %02d s\n", $1, $2 / 60, $2 % 60}' "$PARTS"
