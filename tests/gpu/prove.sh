#!/bin/bash
# Proves on a machine with an NVIDIA GPU what can be proved nowhere else; README.md says what.
#   prove.sh [--dry] [--build DIR] [--python PROGRAM] [--parts NAME,NAME…] [--total SECONDS] OUT
# OUT gets report.json, report.txt and fixtures/, and fixtures.tar.gz of it.
#   --build DIR    a build, or what pack.sh has made; without it one is made in OUT/build
#   --python       a Python with torch (python3)
#   --parts        the parts to run, and of one only some steps: ends:soak:lag
#   --total        the most that all parts together may take (560)
#   --dry          no GPU: the fake driver, small counts
# Exit code: 0 all passed, 1 something failed, 2 wrong usage, 77 there is no GPU.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
usage() { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }

dry= build= out= python=python3
# Seconds that each part may take, and all of them: the last ones get what is left.
declare -A limit=([launches]=120 [ends]=135 [overhead]=75 [torch_step]=130 [conflict]=40
  [attach]=110 [torch_overhead]=150)
total=560
# A dry run may be one among many on the machine.
patience=1
parts=launches,ends,overhead,torch_step,conflict,attach,torch_overhead
while [ $# -gt 0 ]; do
  case $1 in
    --dry) dry=--dry patience=3 ;;
    --build | --python | --parts | --total) [ $# -gt 1 ] || usage; declare "${1#--}=$2"; shift ;;
    -*) usage ;;
    *) [ -z "$out" ] || usage; out=$1 ;;
  esac
  shift
done
[ -n "$out" ] || usage
for part in ${parts//,/ }; do
  [ -n "${limit[${part%%:*}]:-}" ] || { echo "no part $part: ${!limit[*]}" >&2; exit 2; }
done

if [ -z "$dry" ] && ! nvidia-smi -L >/dev/null 2>&1; then
  echo "no NVIDIA GPU on this machine (nvidia-smi finds none): nothing is proved"
  exit 77
fi
mkdir -p "$out/fixtures" && out=$(cd "$out" && pwd) || exit 2
begin=$SECONDS

# ---- Build
targets="lanescope capture_agent"
if [ -n "$dry" ]; then targets="$targets fake_cupti fake_host"; else targets="$targets gpu_programs"; fi
if [ -z "$build" ]; then
  build=$out/build
  cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLANESCOPE_BENCH=OFF \
    -DLANESCOPE_GPU_TESTS=ON >"$out/build.log" 2>&1 &&
    cmake --build "$build" --target $targets >>"$out/build.log" 2>&1 ||
    { echo "the build failed, see $out/build.log:"; tail -5 "$out/build.log"; exit 1; }
fi
build=$(cd "$build" && pwd) || exit 2
"$build/lanescope" --version >/dev/null ||
  { echo "$build/lanescope does not run here; pack.sh packs one with its libraries"; exit 1; }
if [ -z "$dry" ] && [ ! -x "$build/gpu/launch_loop" ]; then
  echo "$build has no CUDA programs: build gpu_programs, with a CUDA compiler"
  exit 1
fi

# ---- The machine
json_of() { "$python" -c 'import json,sys; print(json.dumps(sys.argv[1]))' "$1"; }
gpu=$(nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader 2>/dev/null)
machine="{\"gpu\": $(json_of "${gpu:-none, the fake driver}"), \"kernel\": $(json_of "$(uname -r)"),
  \"cores\": $(nproc), \"lanescope\": $(json_of "$("$build/lanescope" --version)"),
  \"python\": $(json_of "$("$python" --version 2>&1)"),
  \"torch\": $(json_of "$("$python" -c 'import torch; print(torch.__version__)' 2>/dev/null || echo none)")}"
echo "$machine"

# Programs that are not Python's find no CUPTI where only PyTorch brings one along.
toolkit_cupti() {
  local cuda
  for cuda in "${CUDA_HOME:-/usr/local/cuda}" /usr/local/cuda; do
    ls "$cuda"/{extras/CUPTI/lib64,lib64,lib,targets/x86_64-linux/lib}/libcupti.so.1* 2>/dev/null
  done
}
if [ -z "$dry" ] && [ -z "${LANESCOPE_CUPTI:-}" ] && [ -z "$(toolkit_cupti)" ]; then
  cupti=$("$python" -c 'import glob, site, sys
places = site.getsitepackages() + sys.path
found = [file for place in places for file in glob.glob(place + "/nvidia/*/lib/libcupti.so.1*")]
print(found[0] if found else "")')
  [ -z "$cupti" ] || export LANESCOPE_CUPTI=$cupti
  echo "no CUPTI in the toolkit; the one of Python: ${cupti:-none}"
fi

# ---- Parts: each in a process of its own, which may take so long and no longer
work=$(mktemp -d "${TMPDIR:-/tmp}/lanescope-proof.XXXXXX")  # letters put in by mktemp
trap 'rm -rf "$work"' EXIT
run_part() {
  local name=${1%%:*} steps= seconds left=$((total * patience - (SECONDS - begin)))
  seconds=$((limit[$name] * patience))
  [ "$name" = "$1" ] || steps=${1#*:}
  [ "$left" -ge "$seconds" ] || seconds=$((left > 10 ? left : 10))
  echo "$name (at most $seconds s)"
  timeout --kill-after=5 $((seconds + 10)) "$python" "$here/proof/$name.py" $dry \
    --build "$build" --work "$work" --fixtures "$out/fixtures" --python "$python" \
    --name "$name" --steps "$steps" --seconds "$seconds"
  echo "{\"ended\": $?}" >"$work/$name.json.end"
}
{
  for part in ${parts//,/ }; do run_part "$part"; done
  "$python" "$here/proof/report.py" "$work" "$out/report.json" "$machine" "$dry" \
    $(for part in ${parts//,/ }; do echo "${part%%:*}"; done)
  echo $? >"$work/result"
  echo "$((SECONDS - begin)) s in all"
} 2>&1 | tee "$out/report.txt"
tar -C "$out" -czf "$out/fixtures.tar.gz" fixtures
exit "$(cat "$work/result")"
