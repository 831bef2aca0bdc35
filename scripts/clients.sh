#!/usr/bin/env bash
# Tests the R and Python packages, and runs the documents of clients/notebooks, against the real binary: starts the
# demo on a free port of loopback, makes API tokens, and ends it. scripts/clients.sh bench measures instead.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

# A Python that has the packages; Debian's comes second, for machines that have another one first in their path.
python=
for candidate in "${PYTHON:-python3}" /usr/bin/python3; do
  if "$candidate" -c 'import requests, pandas, matplotlib, pytest' 2>/dev/null; then python=$candidate && break; fi
done
missing=()
[ -n "$python" ] || missing+=(python3-requests python3-pandas python3-matplotlib python3-pytest)
for package in httr2 jsonlite data.table testthat knitr markdown; do
  Rscript -e "quit(status = !requireNamespace('$package', quietly = TRUE))" >/dev/null 2>&1 || missing+=("r-cran-$package")
done
command -v R >/dev/null || missing+=(r-base-core)
command -v curl >/dev/null || missing+=(curl)
command -v tabix >/dev/null || missing+=(tabix)
if [ ${#missing[@]} -gt 0 ]; then
  echo "The packages cannot be tested. Install with: apt-get install ${missing[*]}" >&2
  exit 1
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/cohortium-clients.XXXXXX")
server=
finish() {
  status=$?
  [ -z "$server" ] || { kill "$server" 2>/dev/null && wait "$server" 2>/dev/null; } || true
  if [ "$status" = 0 ]; then rm -rf "$work"; else echo "The server's log is $work/server.log" >&2; fi
}
trap finish EXIT

port=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
export COHORTIUM_SERVER=http://127.0.0.1:$port COHORTIUM_DATA=$work/data
"${COHORTIUM_BINARY:-bin/cohortium}" demo --data "$COHORTIUM_DATA" --listen "127.0.0.1:$port" >"$work/server.log" 2>&1 &
server=$!
loaded=
for _ in $(seq 600); do # half a minute on an idle machine
  grep -q 'The demo consortium is loaded' "$work/server.log" && loaded=yes && break
  kill -0 "$server" 2>/dev/null || { cat "$work/server.log" >&2; exit 1; }
  sleep 0.5
done
[ -n "$loaded" ] || { echo "The demo was not loaded within five minutes." >&2; exit 1; }

# token USER NAME SCOPES: the text of a new API token
token() {
  "$python" - "$@" <<'PYTHON'
import http.cookiejar, json, os, sys, urllib.request
user, name, scopes = sys.argv[1:]
base = os.environ["COHORTIUM_SERVER"]
with open(os.path.join(os.environ["COHORTIUM_DATA"], "demo-accounts.json")) as file:
    password = json.load(file)[user]
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
def post(path, body):
    headers = {"Content-Type": "application/json", "Origin": base}
    with opener.open(urllib.request.Request(base + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)
post("/api/login", {"user_name": user, "password": password})
print(post("/api/tokens", {"name": name, "scopes": scopes.split(",")})["token"])
PYTHON
}
COHORTIUM_TOKEN=$(token reviewer1 tests read,upload,review)
COHORTIUM_UPLOADER_TOKEN=$(token uploader1 tests read,upload)
COHORTIUM_EXPIRED_TOKEN=$(token uploader2 expired read)
export COHORTIUM_TOKEN COHORTIUM_UPLOADER_TOKEN COHORTIUM_EXPIRED_TOKEN

# A token is valid for a day at least, so the day on which one ended is put into the past in the database.
"$python" - <<'PYTHON'
import os, sqlite3
with sqlite3.connect(os.path.join(os.environ["COHORTIUM_DATA"], "cohortium.db"), timeout=30) as database:
    database.execute("UPDATE api_tokens SET expires_at = '2026-02-03' || substr(expires_at, 11) WHERE name = 'expired'")
PYTHON

export PYTHONPATH=$root/clients/python/src PYTHONDONTWRITEBYTECODE=1 MPLBACKEND=Agg
if [ "${1:-}" = bench ]; then
  shift
  COHORTIUM_WORK=$work "$python" clients/bench/bench.py "$@"
  exit
fi

# The package as the lines of pages use it.
mkdir "$work/library"
R CMD INSTALL --no-docs -l "$work/library" clients/r >"$work/install.log" 2>&1 || { cat "$work/install.log" >&2; exit 1; }
export COHORTIUM_R_LIBRARY=$work/library

# The check of R has its own tests in it, and beside it run those of Python.
check_r() (
  cd "$work"
  export _R_CHECK_FORCE_SUGGESTS_=false
  R CMD build --no-manual "$root/clients/r" && R CMD check --no-manual cohortium_*.tar.gz || return 1
  ! grep -E '(WARNING|ERROR)$|^Status: .*(WARNING|ERROR)' cohortium.Rcheck/00check.log
)
check_r >"$work/r.log" 2>&1 &
r=$!
failed=
"$python" -m pytest -q -p no:cacheprovider "${PYTEST_ARGS:-clients/python/tests}" || failed="the tests of Python"
if wait "$r"; then
  grep -E '^(Status|\[ FAIL)' "$work/r.log" "$work"/cohortium.Rcheck/tests/testthat.Rout | sed 's/^[^:]*:/R: /'
else
  tail -n 60 "$work/r.log" >&2
  cat "$work"/cohortium.Rcheck/tests/testthat.Rout.fail >&2 2>/dev/null || true
  failed="${failed:+$failed and }the check of R"
fi

# Each document runs from its first line to its last, in a folder of its own.
export R_LIBS=$work/library
for document in clients/notebooks/*.py clients/notebooks/*.Rmd; do
  name=$(basename "$document")
  mkdir -p "$work/notebooks/$name"
  case $name in
    *.py) run=("$python" "$root/$document") ;;
    *) run=(Rscript -e 'knitr::opts_chunk$set(error = FALSE, dev = "png"); knitr::knit(commandArgs(TRUE), quiet = TRUE)' "$root/$document") ;;
  esac
  if (cd "$work/notebooks/$name" && "${run[@]}" >"$work/notebooks/$name.log" 2>&1); then
    echo "document $name: runs"
  else
    cat "$work/notebooks/$name.log" >&2
    failed="${failed:+$failed and }$name"
  fi
done
[ -z "$failed" ] || { echo "Failed: $failed" >&2; exit 1; }
