#!/bin/bash
# Builds here what prove.sh needs on a machine where it cannot be built, and puts it into a folder
# with the libraries that may be missing there:
#   pack.sh DIR    then, there: prove.sh --build DIR OUT
set -eu
[ $# -eq 1 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
mkdir -p "$1"
pack=$(cd "$1" && pwd)
build=${LANESCOPE_PACK_BUILD:-$root/build/gpu}
# Libraries beside the program; the old kind of path also holds for libraries of libraries.
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLANESCOPE_BENCH=OFF \
  -DLANESCOPE_GPU_TESTS=ON '-DCMAKE_BUILD_RPATH=$ORIGIN/lib' \
  '-DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags' >/dev/null
cmake --build "$build" --target gpu_programs lanescope capture_agent
mkdir -p "$pack/lib" "$pack/gpu" "$pack/python"
cp "$build/lanescope" "$build/liblanescope_inject.so" "$pack"
cp "$build"/python/*.py "$pack/python"
find "$build/gpu" -maxdepth 1 -type f \( -executable -o -name '*.so' \) -exec cp {} "$pack/gpu" \;
[ ! -d "$build/fonts" ] || cp -r "$build/fonts" "$pack"
strip "$pack/lanescope"
# The C library and the driver are the machine's own.
ldd "$build/lanescope" | awk '$3 ~ /^\// { print $3 }' |
  grep -Ev '/(ld-linux|libc|libm|libdl|librt|libpthread|libresolv|libcuda)[-.]' |
  xargs -r cp -L -t "$pack/lib"
mkdir -p "$pack/gpu/lib"
ldd "$build/gpu/launch_loop_shared" | awk '/libcudart/ && $3 ~ /^\// { print $3 }' |
  xargs -r cp -L -t "$pack/gpu/lib"
du -sh "$pack"
