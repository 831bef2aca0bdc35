#!/usr/bin/env bash
# Makes a Debian package: scripts/package.sh v0.2.0 amd64 bin/cohortium dist/cohortium_amd64.deb. The same commit and
# program make the same package. COMPRESSION=none is for tests.
set -euo pipefail
version=${1:?say which version} arch=${2:?say which architecture} program=$(realpath "${3:?say which program}") out=$(realpath -m "${4:?say which file}")
cd "$(dirname "$0")/.."
command -v dpkg-deb >/dev/null || { echo "dpkg-deb is needed: install Debian's package dpkg." >&2; exit 1; }
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
umask 022
root=$(mktemp -d)
trap 'rm -r "$root"' EXIT
chmod 755 "$root"
put() { install -D -m "$1" "$2" "$root/$3"; }

put 755 "$program" usr/bin/cohortium
for unit in deploy/systemd/*; do
  put 644 "$unit" "usr/lib/systemd/system/${unit##*/}"
done
sed -i 's|/usr/local/bin/|/usr/bin/|' "$root"/usr/lib/systemd/system/*
put 644 deploy/debian/sysusers.conf usr/lib/sysusers.d/cohortium.conf
put 644 deploy/debian/tmpfiles.conf usr/lib/tmpfiles.d/cohortium.conf
put 600 deploy/env.example etc/cohortium/env
for text in LICENSE NOTICE CHANGELOG.md; do
  put 644 "$text" "usr/share/doc/cohortium/$text"
done
if [ -f dist/work/THIRD_PARTY_NOTICES.txt ]; then
  put 644 dist/work/THIRD_PARTY_NOTICES.txt usr/share/doc/cohortium/THIRD_PARTY_NOTICES.txt
fi
put 644 deploy/caddy/Caddyfile usr/share/doc/cohortium/examples/Caddyfile
put 644 deploy/nginx/cohortium.conf usr/share/doc/cohortium/examples/nginx.conf
for script in postinst prerm postrm; do
  put 755 "deploy/debian/$script" "DEBIAN/$script"
done
put 644 deploy/debian/conffiles DEBIAN/conffiles
put 644 deploy/debian/control DEBIAN/control
version=${version#v}
sed -i "s/@VERSION@/${version/-/\~}/; s/@ARCH@/$arch/; s/@SIZE@/$(du -sk "$root" | cut -f1)/" "$root/DEBIAN/control"
mkdir -p "$(dirname "$out")"
dpkg-deb --root-owner-group "-Z${COMPRESSION:-xz}" --build "$root" "$out" >/dev/null
