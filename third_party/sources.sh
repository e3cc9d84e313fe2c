#!/bin/bash
# The source packages of Debian that libraries are built from where the system's own do not serve:
# by portable.sh and web.sh; to be sourced after debian_source.sh.

# source_package LIBRARY prints the suite, the package, the archive and its SHA-256.
source_package() {
  case "$1" in
    fmt) echo bookworm fmtlib fmtlib_9.1.0+ds1.orig.tar.gz \
      84ce1c2d0be3a9863935137969dcec6970125caac032f82474640bfc81463583 ;;
    simdjson) echo bookworm simdjson simdjson_3.0.1.orig.tar.gz \
      156b1bc5eb0561b2bd166b46d191fd3d95a3e709cc63761477d3b7aec2b6e9ed ;;
    isal) echo bookworm libisal libisal_2.30.0.orig.tar.xz \
      f363f1be3d657d5676cef5253ee2233e60116e2fa9c9de86881185bf81e0e4b8 ;;
    zstd) echo bookworm libzstd libzstd_1.5.4+dfsg2.orig.tar.xz \
      8cf4bbb65e77ec348d052c8d6230eba66d435bddf64c8b5be2fcb16880c19953 ;;
    sqlite) echo bookworm sqlite3 sqlite3_3.40.1.orig.tar.xz \
      aaa776260ab4dc976db34aa7891819484c8676b5b2783123ebc6301e2ca5d655 ;;
    re2) echo bookworm re2 re2_20220601+dfsg.orig.tar.xz \
      3bc61251da3b0b97be40a8a127818c517c62516e4eda11fc901d29496663df54 ;;
    libiberty) echo bookworm libiberty libiberty_20230104.orig.tar.xz \
      f0c873589b983a2e82287d1beea3b230959803121ede290154d44008984013ef ;;
    zlib) echo bookworm zlib zlib_1.2.13.dfsg.orig.tar.bz2 \
      71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1 ;;
    png) echo bookworm libpng1.6 libpng1.6_1.6.39.orig.tar.gz \
      a00e9d2f2f664186e4202db9299397f851aea71b36a35e74910b8820e380d441 ;;
    freetype) echo bookworm freetype freetype_2.12.1+dfsg.orig.tar.xz \
      7dedb6b9adf331559daea614a83b8de42a753e685ec8e1c4bdb4529eb880b0d1 ;;
    glfw) echo trixie glfw3 glfw3_3.4.orig.tar.gz \
      c038d34200234d071fae9345bc455e4a8f2f544ab60150765d7704e08f3dac01 ;;
    *) fail "no source package is known for $1" ;;
  esac
}

# fetch_library LIBRARY FOLDER puts its sources into FOLDER unless they are there.
fetch_library() {
  local package
  package="$(source_package "$1")" || exit 1
  # shellcheck disable=SC2086  # four words
  fetch_source $package "$2"
}

# make_re2_tables FOLDER DATA PYTHON... makes the tables of characters that Debian's sources of RE2,
# in FOLDER, are without, from those of Unicode in DATA.
make_re2_tables() {
  local folder="$1/re2" data="$2" table
  shift 2
  [ ! -e "$folder/tables-made" ] || return 0
  sed -i -e "s|^_UNICODE_DIR = .*|_UNICODE_DIR = '$data'|" \
    -e 's/^from six.moves import urllib/import urllib.request/' "$folder/unicode.py"
  (
    cd "$folder"
    perl make_perl_groups.pl >perl_groups.cc
    for table in casefold groups; do "$@" "make_unicode_$table.py" >"unicode_$table.cc"; done
  )
  touch "$folder/tables-made"
}

# make_sqlite_source FOLDER makes the one source file of SQLite from its many in FOLDER. Needs tclsh and
# a compiler for this machine.
make_sqlite_source() {
  local folder="$1"
  [ ! -e "$folder/sqlite3.c" ] || return 0
  (
    cd "$folder"
    CC=gcc ./configure --disable-shared --disable-tcl --disable-load-extension && make sqlite3.c
  ) >"$folder/source.log" 2>&1 || {
    tail -n 30 "$folder/source.log" >&2
    fail "the source of sqlite could not be made; see $folder/source.log"
  }
}
