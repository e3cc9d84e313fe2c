#!/bin/bash
# Tries the portable program in bare systems of several ages, each made with debootstrap: what it prints
# there must equal what it prints here, byte for byte, and it must draw a picture and record. By hand:
# needs root, debootstrap and Debian's mirror; for another architecture also qemu-user-static.
#
#   tests/portable/roots.sh FOLDER                     build/portable/lanescope in Debian 11, 12 and 13
#   tests/portable/roots.sh FOLDER aarch64             build/portable-aarch64/lanescope, emulated
#
# FOLDER keeps the systems for the next run. LANESCOPE_ROOTS names other releases of Debian,
# LANESCOPE_TRACES the traces that are reported instead of the bundled example, and LANESCOPE_NATIVE the
# native program if it is not in build/release.
set -euo pipefail

project="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
folder="${1:?usage: roots.sh FOLDER [ARCHITECTURE]}"
arch="${2:-x86_64}"
read -ra suites <<<"${LANESCOPE_ROOTS:-bullseye bookworm trixie}"
read -ra traces <<<"${LANESCOPE_TRACES:-$project/assets/examples/transformer-cpu.json.gz}"
native="${LANESCOPE_NATIVE:-$project/build/release/lanescope}"

say() { echo "roots: $*"; }
fail() {
  echo "roots: $*" >&2
  exit 1
}
# shellcheck source=../../third_party/debian_source.sh
source "$project/third_party/debian_source.sh"

case "$arch" in
  x86_64) debian_arch=amd64 program="$project/build/portable/lanescope" ;;
  aarch64) debian_arch=arm64 program="$project/build/portable-aarch64/lanescope" ;;
  *) fail "no such architecture: $arch" ;;
esac
[ -x "$program" ] || fail "$program is not built"

# A system with the drivers of a desktop beside a bare one, since neither may need the other.
make_root() {
  local suite="$1" root="$2" mirror
  [ ! -e "$root/made" ] || return 0
  mirror="$(debian_mirror)"
  say "making a $debian_arch root of Debian $suite"
  rm -rf "$root"
  mkdir -p "$root"
  debootstrap --arch="$debian_arch" --variant=minbase "$suite" "$root" "$mirror" >"$root.log" 2>&1 ||
    fail "debootstrap failed; see $root.log"
  touch "$root/made"
}

inside() { chroot "$1" env -i PATH=/usr/bin:/bin HOME=/srv LANESCOPE_THREADS=2 "${@:2}"; }

# What a load cost differs from run to run.
without_cost() { sed -e '/^loaded in /d' -e '/^  "load": {/,/^  }/d'; }

try_root() {
  local suite="$1" root="$2" trace name form
  cp "$program" "$root/srv/lanescope"
  for trace in "${traces[@]}"; do
    name="$(basename "$trace")"
    cp "$trace" "$root/srv/$name"
    for form in "" --json; do
      # shellcheck disable=SC2086  # no form is no argument
      inside "$root" /srv/lanescope report $form "/srv/$name" | without_cost >"$root.here"
      # shellcheck disable=SC2086
      (cd "$(dirname "$trace")" && LANESCOPE_THREADS=2 "$native" report $form "$trace") |
        sed "s|$(dirname "$trace")/|/srv/|g" | without_cost >"$root.native"
      cmp "$root.here" "$root.native" || fail "$suite: report $form $name differs"
    done
  done
  if ! inside "$root" test -e "/usr/lib/$arch-linux-gnu/libEGL.so.1"; then
    inside "$root" /srv/lanescope screenshot "/srv/$name" -o /srv/none.png 2>"$root.message" &&
      fail "$suite: a picture without a driver"
    [ "$(wc -l <"$root.message")" = 1 ] || fail "$suite: not one line: $(cat "$root.message")"
    say "$suite: without a driver: $(cat "$root.message")"
    inside "$root" apt-get -q -y install --no-install-recommends libgl1 libegl1 libgl1-mesa-dri \
      >"$root.log" 2>&1 || fail "$suite: no driver to be installed; see $root.log"
  fi
  inside "$root" /srv/lanescope screenshot "/srv/$name" -o /srv/picture.png
  cp "$root/srv/picture.png" "$root.png"
  inside "$root" /srv/lanescope record -o /srv/out.lanes --force -- /bin/sh -c true >"$root.recorded" 2>&1 ||
    fail "$suite: record: $(cat "$root.recorded")"
  say "$suite: $(inside "$root" /bin/sh -c 'ldd --version' 2>/dev/null | head -n 1): reports equal," \
    "picture in $root.png, record: $(tail -n 1 "$root.recorded")"
}

command -v debootstrap >/dev/null || fail "debootstrap is not installed"
mkdir -p "$folder"
for suite in "${suites[@]}"; do
  make_root "$suite" "$folder/$suite-$debian_arch"
  try_root "$suite" "$folder/$suite-$debian_arch"
done
say "all passed"
