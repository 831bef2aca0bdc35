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
for package in httr2 jsonlite data.table testthat knitr; do
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
for _ in $(seq 240); do
  grep -q 'The demo consortium is loaded' "$work/server.log" && break
  kill -0 "$server" 2>/dev/null || { cat "$work/server.log" >&2; exit 1; }
  sleep 0.5
done

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

export PYTHONPATH=$root/clients/python/src PYTHONDONTWRITEBYTECODE=1 MPLBACKEND=Agg
export COHORTIUM_TESTDATA=$root/testdata/real COHORTIUM_WORK=$work
"$python" -m pytest -q -p no:cacheprovider "${PYTEST_ARGS:-clients/python/tests}"
