#!/usr/bin/env bash
# Makes sure that what the tests need is there, with the word bench what the benchmarks need: Go and Node are
# asked for, the rest comes from Debian's packages where apt-get can; elsewhere one sentence says what to install.
# Quick when all is there.
set -euo pipefail
cd "$(dirname "$0")/.."

need() { command -v "$1" >/dev/null 2>&1 || { echo "$1 is needed: $2" >&2; exit 1; }; }
need go   "install Go 1.26 or later from https://go.dev/dl/"
need node "install Node.js 20.19 or later from https://nodejs.org/"
need npm  "it comes with Node.js"

wanted=() # names of Debian's packages
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || wanted+=(chromium)
command -v tabix >/dev/null || wanted+=(tabix)
command -v bcftools >/dev/null || wanted+=(bcftools)
command -v plink1.9 >/dev/null || wanted+=(plink1.9)
if [ "${1:-}" = bench ]; then
  [ -e /usr/bin/bnMapper.py ] || wanted+=(python3-bx)
fi
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || wanted+=(nginx-light)
# The R and Python packages are tested with what Debian has.
/usr/bin/python3 -c 'import requests, pandas, matplotlib, pytest' 2>/dev/null || wanted+=(python3-requests python3-pandas python3-matplotlib python3-pytest)
command -v Rscript >/dev/null || wanted+=(r-base-core)
for package in httr2 jsonlite data.table testthat knitr markdown; do
  [ -d "/usr/lib/R/site-library/$package" ] || Rscript -e "quit(status = !requireNamespace('$package', quietly = TRUE))" >/dev/null 2>&1 || wanted+=("r-cran-$package")
done
command -v curl >/dev/null || wanted+=(curl)
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null || wanted+=(postgresql)

if [ ${#wanted[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
    echo "The tests need ${wanted[*]} (names of Debian's packages). Install them and run again." >&2
    exit 1
  fi
  echo "installing ${wanted[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}" >/dev/null
fi
# The stories are a third quicker in the Chromium that draws no window, where Debian has it.
if ! command -v chromium-headless-shell >/dev/null && [ "$(id -u)" = 0 ] &&
  apt-cache show chromium-headless-shell >/dev/null 2>&1; then
  echo "installing chromium-headless-shell"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell >/dev/null ||
    echo "it cannot be had; the stories take the whole Chromium" >&2
fi
# promtool tests the alerts. Debian's package would also start a server, so only this program is taken out of it.
promtool="$(go env GOPATH)/bin/promtool"
if ! command -v promtool >/dev/null && [ ! -x "$promtool" ]; then
  command -v apt-get >/dev/null || { echo "The tests need promtool, a part of Prometheus. Install it and run again." >&2; exit 1; }
  echo "taking promtool out of Debian's package prometheus"
  folder=$(mktemp -d)
  (cd "$folder" && { apt-get download -qq prometheus 2>/dev/null || { apt-get update -qq && apt-get download -qq prometheus; }; } && dpkg-deb --fsys-tarfile prometheus_*.deb | tar x ./usr/bin/promtool)
  install -D "$folder/usr/bin/promtool" "$promtool"
  rm -r "$folder"
fi
exec scripts/s3server.sh install
