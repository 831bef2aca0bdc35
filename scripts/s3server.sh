#!/usr/bin/env bash
# An S3 server for a laptop: versitygw on a folder, on the loopback address.
#   scripts/s3server.sh install          build it into Go's bin folder if it is not there (tests use it from there)
#   scripts/s3server.sh [FOLDER] [PORT]  run it (default ./data/s3, 9000) and print the URL for --blob-url
set -euo pipefail

version=v1.8.0
bin=$(command -v versitygw || true)
if [ -z "$bin" ]; then
  bin="$(go env GOPATH)/bin/versitygw"
  if [ ! -x "$bin" ]; then
    echo "building versitygw $version, which takes a few minutes once" >&2
    # Outside the module, whose versions do not bind it.
    (cd "${TMPDIR:-/tmp}" && GOFLAGS= GOBIN="$(dirname "$bin")" go install "github.com/versity/versitygw/cmd/versitygw@$version")
  fi
fi
[ "${1:-}" = install ] && exit 0

folder=${1:-data/s3}
port=${2:-9000}
mkdir -p "$folder/objects/cohortium" "$folder/metadata"
export ROOT_ACCESS_KEY=${AWS_ACCESS_KEY_ID:-cohortium}
export ROOT_SECRET_KEY=${AWS_SECRET_ACCESS_KEY:-cohortium-secret}
cat <<TEXT
Start the server with
  AWS_ACCESS_KEY_ID=$ROOT_ACCESS_KEY AWS_SECRET_ACCESS_KEY=… \\
  cohortium serve --blob-url 's3://cohortium?region=us-east-1&endpoint=http://127.0.0.1:$port&use_path_style=true'
TEXT
exec "$bin" --port "127.0.0.1:$port" --quiet posix --sidecar "$folder/metadata" "$folder/objects"
