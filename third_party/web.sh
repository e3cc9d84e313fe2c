#!/bin/bash
# Puts into .cache what the preset `web` is built with: Emscripten and what it runs on (Debian 13, in
# .cache/web-root, 2.4 GB), and the libraries for WebAssembly (in .cache/web). Needs apt, Node.js 16
# or newer, tclsh, and some 400 MB from the mirror that this machine's apt uses, but no root; run setup.sh
# first, from which come Dear ImGui and the headers that need no compiling. Running it again is quick.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
cache="$here/.cache"
root="$cache/web-root"
prefix="$cache/web"
sources="$cache/web-sources"
toolchain="$root/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake"

say() { echo "web: $*"; }
fail() {
  echo "web: $*" >&2
  exit 1
}

# shellcheck source=debian_source.sh
source "$here/debian_source.sh"
# shellcheck source=sources.sh
source "$here/sources.sh"

# The program's own flags are in CMakePresets.json; those that decide which code calls which have to
# be the same.
flags="-pthread -msimd128 -fwasm-exceptions -O3 -DNDEBUG"

# Unpacks Emscripten with all that it needs, down to the C library, into $root. Nothing of it is
# installed, and no script of a package runs.
fetch_root() {
  local work="$debian_lists/web" options package
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(debian_mirror) trixie main" \
    >"$work/sources.list"
  : >"$work/status"
  options=(-q -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o Dir::Etc::preferencesparts=/dev/null -o "Dir::State::lists=$work/lists"
    -o "Dir::State::status=$work/status" -o "Dir::Cache=$work/cache" -o Debug::NoLocking=1
    -o "APT::Sandbox::User=$(id -un)" -o APT::Install-Recommends=0)
  say "fetching Emscripten (Debian trixie)"
  {
    apt-get "${options[@]}" update &&
      apt-get "${options[@]}" install --download-only -y emscripten patchelf unicode-data
  } >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail "cannot fetch Debian trixie's package emscripten"
  }
  rm -rf "$root.unpacking"
  mkdir -p "$root.unpacking"
  for package in "$work"/cache/archives/*.deb; do
    dpkg-deb -x "$package" "$root.unpacking"
  done
  # The package base-files would have brought them.
  for package in bin lib lib64 sbin; do ln -s "usr/$package" "$root.unpacking/$package"; done
  mv "$root.unpacking" "$root"
}

# These programs need a newer C library than this machine may have. They find their own one in $root:
# its loader and the path of libraries are written into each.
point_programs_to_root() {
  local machine loader libraries program
  machine="$(uname -m)"
  loader="$(echo "$root"/lib64/ld-linux-*.so.*)"
  libraries="$root/usr/lib/$machine-linux-gnu:$root/usr/lib/llvm-19/lib"
  for program in "$root"/usr/lib/llvm-19/bin/{clang,lld,llvm-ar,llvm-nm,llvm-objcopy,llvm-dwarfdump} \
    "$root"/usr/bin/{wasm-opt,wasm-emscripten-finalize,wasm-metadce,wasm-ctor-eval,wasm-split}; do
    "$loader" --library-path "$libraries" "$root/usr/bin/patchelf" --set-interpreter "$loader" \
      --force-rpath --set-rpath "$libraries" "$(readlink -f "$program")"
  done
  # Python is linked for a fixed address, and nothing can be written into it.
  cat >"$root/usr/bin/python-here" <<EOF
#!/bin/sh
exec '$loader' --library-path '$libraries' --argv0 "\$0" '$root/usr/bin/python3.13' "\$@"
EOF
  chmod +x "$root/usr/bin/python-here"
}

# Its own configuration names programs in /usr/bin.
configure_emscripten() {
  cat >"$root/usr/share/emscripten/.emscripten" <<EOF
LLVM_ROOT = '$root/usr/lib/llvm-19/bin'
BINARYEN_ROOT = '$root/usr'
NODE_JS = '$(command -v node)'
FROZEN_CACHE = True
EOF
  # CMake's file of the toolchain starts these; they look for any python3.
  sed -i "s|^if \[ -z \"\$PYTHON\" \]; then\$|PYTHON=\"\${PYTHON:-$root/usr/bin/python-here}\"\n&|;" \
    "$root"/usr/share/emscripten/{emcc,em++,emar,emranlib,emcmake}
}

install_root() {
  [ ! -e "$root/ready" ] || return 0
  rm -rf "$root"
  fetch_root
  point_programs_to_root
  configure_emscripten
  touch "$root/ready"
}

# build NAME FOLDER OPTIONS... builds what comes with files for CMake and installs it into $prefix.
build() {
  local name="$1" folder="$2"
  shift 2
  [ ! -e "$prefix/built/$name" ] || return 0
  say "building $name"
  {
    cmake -S "$folder" -B "$sources/build-$name" -G Ninja "-DCMAKE_TOOLCHAIN_FILE=$toolchain" \
      -DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS=$flags" "-DCMAKE_CXX_FLAGS=$flags" \
      -DCMAKE_C_FLAGS_RELEASE= -DCMAKE_CXX_FLAGS_RELEASE= -DBUILD_SHARED_LIBS=OFF \
      "-DCMAKE_INSTALL_PREFIX=$prefix" "-DCMAKE_FIND_ROOT_PATH=$prefix" "$@" &&
      cmake --build "$sources/build-$name" --target install
  } >"$sources/$name.log" 2>&1 || {
    tail -n 40 "$sources/$name.log" >&2
    fail "cannot build $name; see $sources/$name.log"
  }
  touch "$prefix/built/$name"
}

# WebAssembly compares the types of a call with those of the function. Some of the functions that
# stand in for assembly are declared otherwise than they are defined.
correct_isal() {
  sed -i -z \
    -e 's/uint32_t adler32_base(uint32_t init, const unsigned char \*buf, uint64_t len);/uint32_t adler32_base(uint32_t init, uint8_t *buf, uint32_t len);/' \
    -e 's/adler32_base(init, buf, len)/adler32_base(init, (uint8_t *) buf, (uint32_t) len)/' \
    -e 's/uint8_t \* next_in, uint8_t \* end_in,\s*struct deflate_icf \*match_lookup, struct level_buf \*level_buf/uint8_t *next_in, uint64_t processed, uint64_t input_size, struct deflate_icf *match_lookup/g' \
    -e 's/set_long_icf_fg_base(next_in, end_in, match_lookup, level_buf)/set_long_icf_fg_base(next_in, processed, input_size, match_lookup)/' \
    -e 's/void gen_icf_map_h1_base/uint64_t gen_icf_map_h1_base/' \
    -e 's/void gen_icf_map_lh1(struct isal_zstream \*stream,\s*struct deflate_icf \*matches_icf_lookup, uint64_t input_size/uint64_t gen_icf_map_lh1(struct isal_zstream *stream, struct deflate_icf *matches_icf_lookup, uint32_t input_size/' \
    -e 's/\tgen_icf_map_h1_base(stream, matches/\treturn gen_icf_map_h1_base(stream, matches/' \
    "$sources/isal/igzip/igzip_base_aliases.c"
}

# ISA-L has no files for CMake.
describe_isal() {
  cat >"$sources/isal/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.25)
project(isal C)
list(TRANSFORM parts PREPEND igzip/)
add_library(isal STATIC
  igzip/adler32_base.c igzip/encode_df.c igzip/flatten_ll.c igzip/huff_codes.c igzip/hufftables_c.c
  igzip/igzip.c igzip/igzip_base.c igzip/igzip_base_aliases.c igzip/igzip_icf_base.c
  igzip/igzip_icf_body.c igzip/igzip_inflate.c igzip/proc_heap_base.c
  crc/crc_base.c crc/crc64_base.c crc/crc_base_aliases.c)
target_include_directories(isal PRIVATE include igzip crc)
install(TARGETS isal)
install(DIRECTORY include/ DESTINATION include/isa-l)
file(CONFIGURE OUTPUT isa-l.h CONTENT "#define ISAL_MAJOR_VERSION 2\n#define ISAL_MINOR_VERSION 30\n")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/isa-l.h DESTINATION include)
EOF
}

install_libraries() {
  mkdir -p "$prefix/built" "$sources"
  fetch_library fmt "$sources/fmt"
  build fmt "$sources/fmt" -DFMT_TEST=OFF -DFMT_DOC=OFF
  fetch_library simdjson "$sources/simdjson"
  build simdjson "$here/web/simdjson" "-DSIMDJSON_SOURCE=$sources/simdjson/singleheader"
  fetch_library isal "$sources/isal"
  [ -e "$prefix/built/isal" ] || {
    correct_isal
    describe_isal
  }
  build isal "$sources/isal"
  fetch_library zstd "$sources/zstd"
  build zstd "$sources/zstd/build/cmake" -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_SHARED=OFF \
    -DZSTD_MULTITHREAD_SUPPORT=OFF -DZSTD_LEGACY_SUPPORT=OFF
  fetch_library sqlite "$sources/sqlite"
  [ -e "$prefix/built/sqlite" ] || make_sqlite_source "$sources/sqlite"
  build sqlite "$here/portable/sqlite" "-DSQLITE_SOURCE=$sources/sqlite"
  fetch_library re2 "$sources/re2"
  [ -e "$prefix/built/re2" ] ||
    make_re2_tables "$sources/re2" "$root/usr/share/unicode" "$root/usr/bin/python-here"
  build re2 "$sources/re2" -DRE2_BUILD_TESTING=OFF
  fetch_library libiberty "$sources/libiberty"
  build demangle "$here/portable/demangle" "-DLIBIBERTY_SOURCE=$sources/libiberty"
  fetch_library freetype "$sources/freetype"
  build freetype "$sources/freetype" -DFT_DISABLE_ZLIB=ON -DFT_DISABLE_BZIP2=ON \
    -DFT_DISABLE_PNG=ON -DFT_DISABLE_HARFBUZZ=ON -DFT_DISABLE_BROTLI=ON
}

# Of libraries that are only headers those of this system serve, but not together with the headers of
# this system's C library beside them.
copy_headers() {
  local folder
  mkdir -p "$prefix/include" "$prefix/share/cmake"
  for folder in CLI nlohmann stb; do
    [ -d "/usr/include/$folder" ] || fail "/usr/include/$folder is missing; run setup.sh"
    cp -r "/usr/include/$folder" "$prefix/include/"
  done
  for folder in /usr/{share,lib/*}/cmake/{CLI11,nlohmann_json}; do
    [ ! -d "$folder" ] || cp -r "$folder" "$prefix/share/cmake/"
  done
}

command -v apt-get >/dev/null || fail "this system has no apt to take Emscripten from"
# Debian's own looks for parts of itself in /usr, so the one in .cache/web-root cannot run.
command -v node >/dev/null || fail "Node.js is missing; install the package nodejs"
command -v tclsh >/dev/null || fail "tclsh is missing; install the package tcl"
have_package_lists || fail "apt has no lists of packages; run setup.sh"
debian_lists="$(mktemp -d)"
trap 'rm -rf "$debian_lists"' EXIT
install_root
install_libraries
copy_headers
say "all there"
