#!/usr/bin/env bash
# Runs a part of the tests: scripts/part.sh NAME COMMAND...
# Where PARTS names a file, a line says there how long it took. Its temporary files lie in memory where there is room:
# databases of tests wait for the disk after each change otherwise. The folder has the same name at each run of a
# checkout, because Go keeps results of tests by it.
set -euo pipefail
name=$1
shift

memory=/dev/shm
least=4000000 # KiB
roomy() {
  [ -d "$memory" ] && [ "$(df -Pk "$memory" | awk 'NR == 2 {print $4}')" -gt $least ] &&
    [ "$(awk '/^MemAvailable/ {print $2}' /proc/meminfo)" -gt $((2 * least)) ]
}
if [ -z "${TMPDIR:-}" ] && roomy; then
  scratch=$memory/cohortium-$(id -u)-$(cksum <<<"$PWD $name" | cut -d' ' -f1)
  trap 'rm -rf "$scratch"' EXIT
  mkdir -p "$scratch"
  chmod 1777 "$scratch" # PostgreSQL runs as somebody else when we are root, and removes its own
  export TMPDIR=$scratch GOTMPDIR=${GOTMPDIR:-/tmp} # programs may not run from memory everywhere
fi

began=$(date +%s)
"$@"
[ -z "${PARTS:-}" ] || printf '%s\t%d\n' "$name" $(($(date +%s) - began)) >>"$PARTS"
