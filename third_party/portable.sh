#!/bin/bash
# Prepares the portable build: one executable that needs no shared library but glibc 2.28 or newer.
# Puts zig's compiler, and the dependencies as static libraries built with it, into
# .cache/portable. Needs what setup.sh has installed, apt, and root or sudo when a package is missing.
# Running it again is quick and changes nothing.
#
#   third_party/portable.sh            for x86-64, then: cmake --workflow --preset portable
#   third_party/portable.sh aarch64    for 64-bit ARM, then: cmake --workflow --preset portable-aarch64
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=debian_source.sh
source "$here/debian_source.sh"
# shellcheck source=packages.sh
source "$here/packages.sh"

arch="${1:-x86_64}"
glibc=2.28
cache="$here/.cache/portable"
debian_lists="$cache/lists"
sources="$cache/sources"
prefix="$cache/$arch"
jobs="$(nproc)"

zig_version=0.17.1
zig_sha256=ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54

say() { echo "portable: $*"; }
fail() {
  echo "portable: $*" >&2
  exit 1
}

case "$arch" in
  x86_64 | aarch64) ;;
  *) fail "no such architecture: $arch; x86_64 or aarch64" ;;
esac

# What is only read while building: an assembler, wheels, and the headers of X11 and Wayland, whose
# libraries GLFW loads while it runs.
packages=(
  python3 python3-pip nasm make pkg-config zstd
  perl python3-six unicode-data  # for tables of re2 that Debian's source lacks
  libx11-dev libxrandr-dev libxinerama-dev libxcursor-dev libxi-dev libxext-dev
  libxkbcommon-dev libwayland-dev libwayland-bin
)

# ISA-L's assembly for 64-bit ARM is written for GNU's assembler.
[ "$arch" = x86_64 ] || packages+=(gcc-aarch64-linux-gnu linux-libc-dev-arm64-cross)

install_zig() {
  [ ! -d "$cache/zig" ] || return 0
  say "fetching zig $zig_version"
  rm -rf "$cache/wheel"
  mkdir -p "$cache/wheel"
  echo "ziglang==$zig_version --hash=sha256:$zig_sha256" >"$cache/wheel/requirements"
  python3 -m pip download -q --no-deps --require-hashes --only-binary :all: \
    -d "$cache/wheel" -r "$cache/wheel/requirements" || fail "cannot fetch zig $zig_version"
  python3 -m zipfile -e "$cache"/wheel/*.whl "$cache/wheel/unpacked"
  chmod +x "$cache/wheel/unpacked/ziglang/zig"
  mv "$cache/wheel/unpacked/ziglang" "$cache/zig"
  rm -rf "$cache/wheel"
}

# As compilers for CMake and make. zig's own sanitizer and its debugging defaults are not wanted, and a
# product and a sum are rounded one after the other, so that reports do not differ among processors.
write_compilers() {
  local tool
  mkdir -p "$prefix/bin"
  for tool in cc c++; do
    printf '#!/bin/sh\nexec "%s" %s -target %s-linux-gnu.%s -fno-sanitize=undefined -ffp-contract=off -g0 "$@"\n' \
      "$cache/zig/zig" "$tool" "$arch" "$glibc" >"$prefix/bin/$tool"
  done
  for tool in ar ranlib objcopy; do
    printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$cache/zig/zig" "$tool" >"$prefix/bin/$tool"
  done
  chmod +x "$prefix"/bin/*
}

# Headers that come without a library, or with one that is loaded while the program runs. Apart from
# /usr/include, whose C library is another.
copy_headers() {
  local header
  rm -rf "$prefix/include.new"
  mkdir -p "$prefix/include.new"
  for header in X11 GL EGL KHR xkbcommon CLI nlohmann stb doctest fontconfig \
    wayland-client.h wayland-client-core.h wayland-client-protocol.h wayland-util.h \
    wayland-version.h wayland-cursor.h wayland-egl.h wayland-egl-core.h; do
    [ -e "/usr/include/$header" ] || fail "/usr/include/$header is missing"
    cp -rL "/usr/include/$header" "$prefix/include.new/"
  done
  mkdir -p "$prefix/include" "$prefix/share/cmake"
  cp -r /usr/share/cmake/CLI11 /usr/share/cmake/nlohmann_json "$prefix/share/cmake/"
  cp -r "$prefix/include.new/." "$prefix/include/"
  rm -rf "$prefix/include.new"
}

fetch_sources() {
  mkdir -p "$sources"
  fetch_source bookworm fmtlib fmtlib_9.1.0+ds1.orig.tar.gz \
    84ce1c2d0be3a9863935137969dcec6970125caac032f82474640bfc81463583 "$sources/fmt"
  fetch_source bookworm simdjson simdjson_3.0.1.orig.tar.gz \
    156b1bc5eb0561b2bd166b46d191fd3d95a3e709cc63761477d3b7aec2b6e9ed "$sources/simdjson"
  fetch_source bookworm libisal libisal_2.30.0.orig.tar.xz \
    f363f1be3d657d5676cef5253ee2233e60116e2fa9c9de86881185bf81e0e4b8 "$sources/isal"
  fetch_source bookworm libzstd libzstd_1.5.4+dfsg2.orig.tar.xz \
    8cf4bbb65e77ec348d052c8d6230eba66d435bddf64c8b5be2fcb16880c19953 "$sources/zstd"
  fetch_source bookworm re2 re2_20220601+dfsg.orig.tar.xz \
    3bc61251da3b0b97be40a8a127818c517c62516e4eda11fc901d29496663df54 "$sources/re2"
  fetch_source bookworm libiberty libiberty_20230104.orig.tar.xz \
    f0c873589b983a2e82287d1beea3b230959803121ede290154d44008984013ef "$sources/libiberty"
  fetch_source bookworm zlib zlib_1.2.13.dfsg.orig.tar.bz2 \
    71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1 "$sources/zlib"
  fetch_source bookworm libpng1.6 libpng1.6_1.6.39.orig.tar.gz \
    a00e9d2f2f664186e4202db9299397f851aea71b36a35e74910b8820e380d441 "$sources/png"
  fetch_source bookworm freetype freetype_2.12.1+dfsg.orig.tar.xz \
    7dedb6b9adf331559daea614a83b8de42a753e685ec8e1c4bdb4529eb880b0d1 "$sources/freetype"
  fetch_source trixie glfw3 glfw3_3.4.orig.tar.gz \
    c038d34200234d071fae9345bc455e4a8f2f544ab60150765d7704e08f3dac01 "$sources/glfw"
}

# Of a Wayland compositor without keyboard and mouse, GLFW 3.4 asks the version of a null pointer.
mend_glfw() {
  sed -i 's/if (wl_seat_get_version(_glfw.wl.seat)/if (_glfw.wl.seat \&\& wl_seat_get_version(_glfw.wl.seat)/' \
    "$sources/glfw/src/wl_init.c"
}

make_tables_of_re2() {
  local folder="$sources/re2/re2" table
  [ ! -e "$folder/made" ] || return 0
  sed -i 's|^_UNICODE_DIR = .*|_UNICODE_DIR = "/usr/share/unicode"|' "$folder/unicode.py"
  (cd "$folder" && perl make_perl_groups.pl >perl_groups.cc)
  for table in casefold groups; do
    (cd "$folder" && python3 "make_unicode_$table.py" >"unicode_$table.cc")
  done
  touch "$folder/made"
}

# build NAME OPTION... builds a package of $sources with its own CMake files and installs it.
build() {
  local name="$1" stamp="$prefix/built/$1"
  shift
  [ ! -e "$stamp" ] || return 0
  say "building $name for $arch"
  {
    rm -rf "$prefix/build/$name"
    cmake -S "${source_folder:-$sources/$name}" -B "$prefix/build/$name" -G Ninja \
      -DCMAKE_TOOLCHAIN_FILE="$here/portable/toolchain.cmake" -DLANESCOPE_PORTABLE_ARCH="$arch" \
      -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" -DBUILD_SHARED_LIBS=OFF "$@" &&
      cmake --build "$prefix/build/$name" && cmake --install "$prefix/build/$name"
  } >"$prefix/$name.log" 2>&1 || {
    tail -n 30 "$prefix/$name.log" >&2
    fail "$name could not be built; see $prefix/$name.log"
  }
  mkdir -p "$prefix/built"
  touch "$stamp"
}

build_isal() {
  local stamp="$prefix/built/isal" host=(arch= AS=nasm)
  [ ! -e "$stamp" ] || return 0
  say "building isal for $arch"
  rm -rf "$prefix/build/isal"
  cp -r "$sources/isal" "$prefix/build/isal"
  [ "$arch" = x86_64 ] || host=(host_cpu=aarch64 arch=aarch64 "AS=aarch64-linux-gnu-gcc -D__ASSEMBLY__")
  make -C "$prefix/build/isal" -f Makefile.unx -j "$jobs" units="igzip crc mem" "${host[@]}" \
    CC="$prefix/bin/cc" AR="$prefix/bin/ar" lib isa-l.h >"$prefix/isal.log" 2>&1 || {
    tail -n 30 "$prefix/isal.log" >&2
    fail "isal could not be built; see $prefix/isal.log"
  }
  mkdir -p "$prefix/lib" "$prefix/include/isa-l" "$prefix/built"
  cp "$prefix/build/isal/bin/isa-l.a" "$prefix/lib/libisal.a"
  cp "$prefix"/build/isal/include/*.h "$prefix/include/isa-l/"
  cp "$prefix/build/isal/isa-l.h" "$prefix/include/"
  touch "$stamp"
}

build_all() {
  build fmt -DFMT_TEST=OFF -DFMT_DOC=OFF
  build simdjson -DSIMDJSON_DEVELOPER_MODE=OFF
  build_isal
  source_folder="$sources/zstd/build/cmake" build zstd -DZSTD_BUILD_PROGRAMS=OFF \
    -DZSTD_BUILD_SHARED=OFF -DZSTD_LEGACY_SUPPORT=OFF
  source_folder="$here/portable/demangle" build demangle -DLIBIBERTY_SOURCE="$sources/libiberty"
  build re2 -DRE2_BUILD_TESTING=OFF
  source_folder="$here/portable/zlib" build zlib -DZLIB_SOURCE="$sources/zlib"
  build png -DPNG_SHARED=OFF -DPNG_TESTS=OFF -DPNG_EXECUTABLES=OFF
  build freetype -DFT_REQUIRE_ZLIB=ON -DFT_REQUIRE_PNG=ON -DFT_DISABLE_BZIP2=ON \
    -DFT_DISABLE_HARFBUZZ=ON -DFT_DISABLE_BROTLI=ON
  build glfw -DGLFW_BUILD_EXAMPLES=OFF -DGLFW_BUILD_TESTS=OFF -DGLFW_BUILD_DOCS=OFF \
    -DX11_X11_LIB=unused -DX11_X11_INCLUDE_PATH="$prefix/include" \
    -DCMAKE_C_FLAGS="-I$prefix/include"
}

install_packages "${packages[@]}"
mkdir -p "$cache"
install_zig
write_compilers
copy_headers
fetch_sources
mend_glfw
make_tables_of_re2
mkdir -p "$prefix/build"
build_all
rm -rf "$prefix/build"
say "all there for $arch"
