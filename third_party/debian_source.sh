#!/bin/bash
# Fetches source archives of Debian, for setup.sh and the portable builds; to be sourced. Defines
# fetch_source; whoever sources it defines say and fail.

# Lists of packages may have been swept away to make an image small: then `apt-get update` is needed
# before the mirror is known.
have_package_lists() { [ -n "$(apt-get indextargets)" ]; }

# Of the mirror that this machine's apt already uses, so that no host is named here.
debian_mirror() {
  local mirror
  # shellcheck disable=SC2016  # apt expands it, not the shell
  mirror="$(apt-get indextargets --format '$(REPO_URI)' \
    'Created-By: Packages' 'Label: Debian' 'Component: main' | head -n 1)"
  [ -n "$mirror" ] || fail "apt names no Debian mirror to take sources from"
  echo "$mirror"
}

# fetch_source SUITE PACKAGE ARCHIVE SHA256 FOLDER unpacks the original sources of a Debian source
# package into FOLDER, without their top folder, unless FOLDER is there. The lists of a suite are
# fetched once, into $debian_lists, so that those of this machine stay as they are.
fetch_source() {
  local suite="$1" package="$2" archive="$3" sha256="$4" folder="$5" mirror work options
  [ ! -d "$folder" ] || return 0
  mirror="$(debian_mirror)" || exit 1
  work="$debian_lists/$suite"
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/sources"
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" \
    >"$work/sources.list"
  options=(-q -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache"
    -o "APT::Sandbox::User=$(id -un)")

  say "fetching the source of $package (Debian $suite)"
  {
    [ -e "$work/updated" ] || { apt-get "${options[@]}" update && touch "$work/updated"; }
  } >"$work/log" 2>&1 &&
    (cd "$work/sources" &&
      apt-get "${options[@]}" source --download-only "$package/$suite") >>"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail "cannot fetch Debian $suite's source of $package"
  }
  [ -f "$work/sources/$archive" ] ||
    fail "Debian $suite no longer has $archive, but $(cd "$work/sources" && ls "${package}"_*.orig.*)"
  echo "$sha256  $work/sources/$archive" | sha256sum --check --status ||
    fail "$archive does not have the expected SHA-256 $sha256"

  rm -rf "$folder.unpacking"
  mkdir -p "$folder.unpacking"
  tar -xf "$work/sources/$archive" -C "$folder.unpacking" --strip-components=1
  mv "$folder.unpacking" "$folder"
}
