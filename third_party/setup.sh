#!/bin/bash
# Puts on this machine what Lanescope is built from: packages of the system, and the sources of
# Dear ImGui, which a system has only compiled for 16 bits a character. Needs apt, and root or sudo
# when something is missing. Running it again is quick and changes nothing.
#
# With --with-checks also what .ci/run holds a change against: clang-format, clang-tidy and valgrind,
# some 600 MB, which nothing is built with.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
cache="$here/.cache"
# shellcheck source=debian_source.sh
source "$here/debian_source.sh"
# shellcheck source=packages.sh
source "$here/packages.sh"

imgui_version=1.90.1
imgui_sha256=ecce377df0f90b292f15dcbd83d438bddc162b2388c881132bde18c787572a1c

packages=(
  g++ cmake ninja-build xz-utils
  libsimdjson-dev libisal-dev libzstd-dev libsqlite3-dev libre2-dev libfmt-dev libcli11-dev nlohmann-json3-dev
  doctest-dev
  libglfw3-dev libgl-dev libegl-dev libgl1-mesa-dri libstb-dev
  libfreetype-dev libfontconfig-dev
  fonts-inter fonts-jetbrains-mono fonts-font-awesome fonts-droid-fallback
  # The program takes any font for other scripts that the system has; the tests look for these.
  fonts-dejavu-core fonts-wqy-microhei fonts-tlwg-loma-ttf fonts-noto-color-emoji
  libxcursor1 libxi6 libxinerama1 libxrandr2  # GLFW loads these while it runs
  libdw1  # unwinds native stacks, found while the program runs
  xvfb  # the tests open the window on it
)

case "${1:-}" in
  --with-checks) packages+=(clang-format-14 clang-tidy-14 valgrind) ;;
  '') ;;
  *)
    echo "usage: setup.sh [--with-checks]" >&2
    exit 1
    ;;
esac

say() { echo "setup: $*"; }
fail() {
  echo "setup: $*" >&2
  exit 1
}

install_imgui() {
  [ -f "$cache/imgui-$imgui_version/imgui.h" ] && return
  have_package_lists || apt_get update
  debian_lists="$(mktemp -d)"
  trap 'rm -rf "$debian_lists"' EXIT
  mkdir -p "$cache"
  fetch_source trixie imgui "imgui_${imgui_version}+ds.orig.tar.xz" "$imgui_sha256" \
    "$cache/imgui-$imgui_version"
}

if ! command -v apt-get >/dev/null; then
  echo "setup: this system has no apt; install the equivalents of these Debian packages:" >&2
  echo "  ${packages[*]}" >&2
  echo "and unpack the source of Dear ImGui $imgui_version into $cache/imgui-$imgui_version" >&2
  exit 1
fi

install_packages "${packages[@]}"
install_imgui
say "all there"
