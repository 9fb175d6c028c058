# For scripts that make trees of a release of Debian: where packages come from, and messages.
# shellcheck shell=bash

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
fail() { say "$*"; exit 1; }

# sources SYSTEM: lines of sources.list.
sources() {
  local mirror=${MACHINE_MIRROR:-http://deb.debian.org/debian}
  echo "deb $mirror $1 main"
  echo "deb $mirror $1-updates main"
  echo "deb ${MACHINE_SECURITY_MIRROR:-http://deb.debian.org/debian-security} $1-security main"
}
