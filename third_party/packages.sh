#!/bin/bash
# Installs packages with apt, for setup.sh and the portable builds; to be sourced. Defines
# install_packages; whoever sources it defines say and fail.

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "needs root or sudo to install packages"
  fi
}

apt_get() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -q "$@"; }

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
is_available() { apt-cache show "$1" >/dev/null 2>&1; }

missing_packages() {
  local package
  for package in "$@"; do
    is_installed "$package" || echo "$package"
  done
}

install_packages() {
  local missing package
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing ${missing[*]}"
  for package in "${missing[@]}"; do
    if ! is_available "$package"; then
      apt_get update
      break
    fi
  done
  # The lists may be old enough to name files that the mirror no longer has.
  apt_get install -y --no-install-recommends "${missing[@]}" ||
    { apt_get update && apt_get install -y --no-install-recommends "${missing[@]}"; } ||
    fail "apt could not install ${missing[*]}"
}
