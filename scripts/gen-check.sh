#!/usr/bin/env bash
# Fails when generating again changes a generated file. Where nothing changed, the files keep their times, so that
# nothing is built or tested again.
set -euo pipefail
cd "$(dirname "$0")/.."

folders=(internal/adapter/httpapi/openapi internal/adapter/store/sqlcgen web/src/api/gen)
files=(clients/python/src/cohortium/operations.json clients/r/inst/operations.json)
sums() { find "${folders[@]}" "${files[@]}" -type f -exec sha256sum {} + | sort -k2; }

kept=$(mktemp -d)
trap 'rm -rf "$kept"' EXIT
cp -a --parents "${folders[@]}" "${files[@]}" "$kept"
before=$(sums)
make --no-print-directory gen
if ! changed=$(diff <(echo "$before") <(sums)); then
  echo "Generated code was stale and is renewed now; review and commit it:" >&2
  echo "$changed" | awk '/^>/ {print "  " $3}' >&2
  exit 1
fi
# Each by itself: the folder of the checkout keeps its time too, which results of tests are kept by.
for folder in "${folders[@]}"; do
  cp -a "$kept/$folder/." "$folder"
done
for file in "${files[@]}"; do
  cp -a "$kept/$file" "$file"
done
