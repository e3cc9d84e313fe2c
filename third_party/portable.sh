#!/bin/bash
# Prepares the portable builds: one executable that needs no shared library but glibc 2.28 or newer, or
# none but those of Windows. Puts zig's compiler, and the dependencies as static libraries built with
# it, into .cache/portable. Needs what setup.sh has installed, apt, and root or sudo when a package is
# missing. Running it again is quick and changes nothing.
#
#   third_party/portable.sh            for x86-64, then: cmake --workflow --preset portable
#   third_party/portable.sh aarch64    for 64-bit ARM, then: cmake --workflow --preset portable-aarch64
#   third_party/portable.sh windows    for Windows on x86-64, then: cmake --workflow --preset windows
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=debian_source.sh
source "$here/debian_source.sh"
# shellcheck source=sources.sh
source "$here/sources.sh"
# shellcheck source=packages.sh
source "$here/packages.sh"

target="${1:-x86_64}"
glibc=2.28
cache="$here/.cache/portable"
debian_lists="$cache/lists"
sources="$cache/sources"
prefix="$cache/$target"
jobs="$(nproc)"

zig_version=0.17.1
zig_sha256=ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54

say() { echo "portable: $*"; }
fail() {
  echo "portable: $*" >&2
  exit 1
}

# What is only read while building.
packages=(
  gcc python3 python3-pip nasm make pkg-config zstd
  perl unicode-data  # for tables of re2 that Debian's source lacks
  tcl                # makes the source of sqlite
)
# Headers that come without a library, or with one that is loaded while the program runs.
headers=(CLI nlohmann stb doctest)
options_of_isal=(arch= AS=nasm)
options_of_glfw=()

# Libraries of X11 and Wayland are loaded by GLFW while it runs.
for_linux() {
  triple="$target-linux-gnu.$glibc"
  gcc=gcc
  packages+=(
    libx11-dev libxrandr-dev libxinerama-dev libxcursor-dev libxi-dev libxext-dev
    libxkbcommon-dev libwayland-dev libwayland-bin
  )
  headers+=(
    X11 GL EGL KHR xkbcommon fontconfig
    wayland-client.h wayland-client-core.h wayland-client-protocol.h wayland-util.h
    wayland-version.h wayland-cursor.h wayland-egl.h wayland-egl-core.h
  )
  options_of_glfw=(-DX11_X11_LIB=unused -DX11_X11_INCLUDE_PATH="$prefix/include"
    -DCMAKE_C_FLAGS="-I$prefix/include")
}

case "$target" in
  x86_64) for_linux ;;
  aarch64)
    for_linux
    # ISA-L's assembly for 64-bit ARM is written for GNU's assembler.
    packages+=(gcc-aarch64-linux-gnu linux-libc-dev-arm64-cross)
    gcc=aarch64-linux-gnu-gcc
    options_of_isal=(host_cpu=aarch64 arch=aarch64 "AS=$gcc -D__ASSEMBLY__")
    ;;
  windows)
    triple=x86_64-windows-gnu
    options_of_isal=(host_cpu=x86_64 arch=mingw AS=nasm)
    ;;
  *) fail "no such target: $target; x86_64, aarch64 or windows" ;;
esac

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
    printf '#!/bin/sh\nexec "%s" %s -target %s -fno-sanitize=undefined -ffp-contract=off -g0 "$@"\n' \
      "$cache/zig/zig" "$tool" "$triple" >"$prefix/bin/$tool"
  done
  for tool in ar ranlib objcopy; do
    printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$cache/zig/zig" "$tool" >"$prefix/bin/$tool"
  done
  # The compiler of resources, as CMake calls GNU's: the file and what it becomes are last.
  cat >"$prefix/bin/windres" <<EOF
#!/bin/sh
while [ \$# -gt 2 ]; do shift; done
exec "$cache/zig/zig" rc /:output-format coff /fo "\$2" -- "\$1"
EOF
  chmod +x "$prefix"/bin/*
}

# zig's own library of compiler functions holds memcpy and its kin too, in plain code, and would take the
# place of glibc's. Where GNU's defines what is missing, zig's is not taken from.
copy_libgcc() {
  [ -n "${gcc:-}" ] || return 0
  mkdir -p "$prefix/lib"
  cp --preserve=timestamps "$("$gcc" -print-libgcc-file-name)" "$prefix/lib/libgcc.a" || fail "$gcc has no libgcc.a"
}

# Apart from /usr/include, whose C library is another. As old as there: what was compiled stays compiled.
copy_headers() {
  local header
  rm -rf "$prefix/include.new"
  mkdir -p "$prefix/include.new"
  for header in "${headers[@]}"; do
    [ -e "/usr/include/$header" ] || fail "/usr/include/$header is missing"
    cp -rL --preserve=timestamps "/usr/include/$header" "$prefix/include.new/"
  done
  mkdir -p "$prefix/include" "$prefix/share/cmake"
  cp -r --preserve=timestamps /usr/share/cmake/CLI11 /usr/share/cmake/nlohmann_json "$prefix/share/cmake/"
  cp -r --preserve=timestamps "$prefix/include.new/." "$prefix/include/"
  rm -rf "$prefix/include.new"
}

fetch_sources() {
  local library
  mkdir -p "$sources"
  for library in fmt simdjson isal zstd sqlite re2 libiberty zlib png freetype glfw; do
    fetch_library "$library" "$sources/$library"
  done
}

# Of a Wayland compositor without keyboard and mouse, GLFW 3.4 asks the version of a null pointer.
mend_glfw() {
  sed -i 's/if (wl_seat_get_version(_glfw.wl.seat)/if (_glfw.wl.seat \&\& wl_seat_get_version(_glfw.wl.seat)/' \
    "$sources/glfw/src/wl_init.c"
}

# build NAME OPTION... builds a package of $sources with its own CMake files and installs it.
build() {
  local name="$1" stamp="$prefix/built/$1"
  shift
  [ ! -e "$stamp" ] || return 0
  say "building $name for $target"
  {
    rm -rf "$prefix/build/$name"
    cmake -S "${source_folder:-$sources/$name}" -B "$prefix/build/$name" -G Ninja \
      -DCMAKE_TOOLCHAIN_FILE="$here/portable/toolchain.cmake" -DLANESCOPE_PORTABLE_TARGET="$target" \
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
  local stamp="$prefix/built/isal"
  [ ! -e "$stamp" ] || return 0
  say "building isal for $target"
  rm -rf "$prefix/build/isal"
  cp -r "$sources/isal" "$prefix/build/isal"
  make -C "$prefix/build/isal" -f Makefile.unx -j "$jobs" units="igzip crc mem" "${options_of_isal[@]}" \
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
  source_folder="$here/portable/sqlite" build sqlite -DSQLITE_SOURCE="$sources/sqlite"
  source_folder="$here/portable/demangle" build demangle -DLIBIBERTY_SOURCE="$sources/libiberty"
  build re2 -DRE2_BUILD_TESTING=OFF
  source_folder="$here/portable/zlib" build zlib -DZLIB_SOURCE="$sources/zlib"
  build png -DPNG_SHARED=OFF -DPNG_TESTS=OFF -DPNG_EXECUTABLES=OFF
  build freetype -DFT_REQUIRE_ZLIB=ON -DFT_REQUIRE_PNG=ON -DFT_DISABLE_BZIP2=ON \
    -DFT_DISABLE_HARFBUZZ=ON -DFT_DISABLE_BROTLI=ON
  build glfw -DGLFW_BUILD_EXAMPLES=OFF -DGLFW_BUILD_TESTS=OFF -DGLFW_BUILD_DOCS=OFF \
    "${options_of_glfw[@]}"
}

install_packages "${packages[@]}"
mkdir -p "$cache"
install_zig
write_compilers
copy_libgcc
copy_headers
fetch_sources
mend_glfw
make_re2_tables "$sources/re2" /usr/share/unicode python3
make_sqlite_source "$sources/sqlite"
mkdir -p "$prefix/build"
build_all
rm -rf "$prefix/build"
say "all there for $target"
