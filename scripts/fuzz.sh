#!/usr/bin/env bash
# Runs fuzz targets: those named as DIRECTORY:TARGET, or all of the project, each for FUZZTIME (one minute by default;
# 1000000x is that many executions) and FUZZMOST seconds at most (0 is without end). Prints for each how many
# executions it had and whether it passed, goes on after one that failed, and then ends with 1.
#
# An input of interest is minimised once: the time goes into trying others. Where the system can, each process may have
# 512 MiB of memory: a length that is believed ends it. The collector keeps garbage to half of that, so that a busy
# machine does not.
set -euo pipefail
export GOMEMLIMIT=256MiB
limit=()
if command -v prlimit >/dev/null; then limit=(prlimit --data=$((512 << 20))); fi
if [ $# = 0 ]; then
  mapfile -t all < <(git grep -oE '^func Fuzz[A-Z][A-Za-z0-9]*' -- '*_test.go' | sed -E 's,/[^/]*:func ,:,')
  set -- "${all[@]}"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
printf '%12s %8s  %s\n' executions seconds target
for each in "$@"; do
  dir=${each%:*} target=${each##*:} verdict=0
  go test -vet=off -c -fuzz "^$target\$" -o "$work/test" "./$dir"
  began=$SECONDS
  (
    cd "$dir"
    timeout -s INT "${FUZZMOST:-0}" "${limit[@]}" "$work/test" -test.run '^$' -test.fuzz "^$target\$" -test.fuzztime "${FUZZTIME:-60s}" \
      -test.fuzzminimizetime 1x -test.fuzzcachedir "$work/corpus/$each" -test.parallel "${FUZZWORKERS:-$(nproc)}" -test.timeout 0
  ) >"$work/out" 2>&1 || verdict=$?
  executions=$(grep -oE 'execs: [0-9]+' "$work/out" | tail -1 | cut -d' ' -f2) || true
  # 124 is the end of the time: a target that failed before says so.
  if grep -q -e '--- FAIL' "$work/out" || { [ "$verdict" != 0 ] && [ "$verdict" != 124 ]; }; then
    failed=1
    cat "$work/out"
    each+="  FAILED"
  fi
  printf '%12s %8s  %s\n' "${executions:-0}" $((SECONDS - began)) "$each"
done
exit $failed
