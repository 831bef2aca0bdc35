#!/usr/bin/env bash
# Makes the files of a release in dist/: scripts/release.sh VERSION. An archive for each platform holds the program, its
# licence, the notices of what it is built from, README and CHANGELOG. Beside them are Debian packages, a bill of materials
# (CycloneDX) of the program and of its pages, and the checksums. The same commit makes the same archives and packages.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:?say which version: scripts/release.sh v0.1.0}
[[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || { echo "$version is not a version such as v0.1.0" >&2; exit 1; }
[ -z "$(git status --porcelain)" ] || { echo "Commit or remove what git status lists: a release is made of a commit." >&2; exit 1; }
grep -q "^## ${version#v}\b" CHANGELOG.md || { echo "CHANGELOG.md has no section \"## ${version#v}\"." >&2; exit 1; }

commit=$(git rev-parse --short=12 HEAD)
time=$(git log -1 --format=%ct)
flags="-s -w -buildid= -X cohortium/internal/app/console.Version=$version -X cohortium/internal/app/console.Commit=$commit"
rm -rf dist
mkdir -p dist/work
make --no-print-directory web/dist/index.html
node scripts/notices.mjs >dist/work/THIRD_PARTY_NOTICES.txt
cp LICENSE NOTICE README.md CHANGELOG.md dist/work

for platform in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64; do
  name=cohortium_${version}_${platform/\//_}
  mkdir "dist/$name"
  cp dist/work/* "dist/$name"
  CGO_ENABLED=0 GOOS=${platform%/*} GOARCH=${platform#*/} go build -trimpath -ldflags "$flags" -o "dist/$name/cohortium" ./cmd/cohortium
  tar --directory dist --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner --format=gnu --create "$name" | gzip -n >"dist/$name.tar.gz"
  echo "dist/$name.tar.gz"
  if [ "${platform%/*}" = linux ]; then
    scripts/package.sh "$version" "${platform#*/}" "dist/$name/cohortium" "dist/cohortium_${version}_${platform#*/}.deb"
    echo "dist/cohortium_${version}_${platform#*/}.deb"
  fi
  rm -r "dist/$name"
done
rm -r dist/work

go run -modfile=tools/release.mod github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod app -json -licenses -packages=false -main cmd/cohortium -output "dist/cohortium_$version.cdx.json" .
npm --prefix web sbom --omit dev --sbom-format cyclonedx >"dist/cohortium-pages_$version.cdx.json"
(cd dist && sha256sum -- *.tar.gz *.deb *.cdx.json >SHA256SUMS)
echo "dist/SHA256SUMS"
