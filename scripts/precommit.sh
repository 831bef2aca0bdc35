#!/usr/bin/env bash
# Checks what differs from the last commit, in about a minute: formatting, linters, and the tests beside the changed
# files. FROM=main checks a whole branch. It does not take the place of `make test`.
set -euo pipefail
cd "$(dirname "$0")/.."
from=${FROM:-HEAD}

mapfile -t changed < <({ git diff --name-only --diff-filter=d "$from"; git ls-files --others --exclude-standard; } | sort -u)
only() { printf '%s\n' "${changed[@]}" | grep -E "$1" || true; }

mapfile -t go_files < <(only '^(cmd|internal|web)/.*\.go$')
if [ ${#go_files[@]} -gt 0 ]; then
  unformatted=$(gofmt -l "${go_files[@]}")
  [ -z "$unformatted" ] || { echo "Run gofmt -w on:" >&2; echo "$unformatted" >&2; exit 1; }
  mapfile -t folders < <(printf './%s\n' "${go_files[@]%/*}" | sort -u)
  go vet "${folders[@]}"
  go run -modfile=tools/lint.mod github.com/golangci/golangci-lint/v2/cmd/golangci-lint run "${folders[@]}"
  export COHORTIUM_TEST_POSTGRES=off COHORTIUM_TEST_S3=off
  for folder in "${folders[@]}"; do
    # The tests of x.go are in x_test.go and x_*_test.go.
    tests=()
    for file in "${go_files[@]}"; do
      [ "./${file%/*}" = "$folder" ] || continue
      stem=${file%.go}
      for beside in "${stem%_test}"_test.go "${stem%_test}"_*_test.go; do
        [ ! -e "$beside" ] || tests+=("$beside")
      done
    done
    [ ${#tests[@]} -gt 0 ] || continue
    names=$(sed -nE 's/^func ((Test|Fuzz|Example)[A-Za-z0-9_]*)\(.*/\1/p' "${tests[@]}" | sort -u | paste -sd '|')
    [ -z "$names" ] || go test -vet=off -run "^($names)\$" "$folder"
  done
fi

[ -z "$(only '^api/')" ] || npm --prefix web run --silent lint:api

mapfile -t pages < <(only '^web/(src|e2e|build)/.*\.(ts|tsx|css|json)$' | sed 's|^web/||')
if [ ${#pages[@]} -gt 0 ]; then
  cd web
  npx biome check "${pages[@]}"
  npm run --silent typecheck
  npx vitest related --run --passWithNoTests "${pages[@]}"
fi
