#!/bin/bash
# cupti.sh fetches CUPTI of every minor version of CUDA from 11.8 on, its headers and its library, from
# PyPI into .cache/cupti/VERSION, each file verified by SHA-256: 220 MB are fetched, 190 MB kept. They are
# NVIDIA's, and only tests use them, to check what the capture agent takes for granted: configure again
# afterwards. Without them those tests are skipped. Needs python3 with pip.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
cache="$here/.cache/cupti"

fail() { echo "cupti.sh: $1" >&2; exit 1; }

# CUDA, version and SHA-256 of CUPTI, version and SHA-256 of the runtime, which has cuda.h. There was no
# CUDA 12.7.
versions="
11.8 11.8.87 0e50c707df56c75a2c0703dc6b886f3c97a22f37d6f63839f75b7418ba672a8d 11.8.89 f587bd726eb2f7612cf77ce38a2c1e65cf23251ff49437f6161ce0d647f64f7c
12.0 12.0.146 218901bafaef99588bc3681a2af61ea1b884b78c53e554fc8d94056d893920a0 12.0.146 18c038592af387684812fa712642aa9a26c12da80acb488b6709f7cced147f71
12.1 12.1.105 e54fde3983165c624cb79254ae9818a456eb6e87a7fd4d56a2352c24ee542d7e 12.1.105 6e258468ddf5796e25f1dc591a31029fa317d97a0a94ed93468fc86301d61e40
12.2 12.2.142 ce68d1009dd14215e38ed49643d31374c71d6fea381181cb0b9da7f19dfd1624 12.2.140 acb9cb7e44594a3512533497ea790d9f0b0e399abcc888584c157d1ffa080e41
12.3 12.3.101 7b984288af7db1faa1e6f1803db075d4350116b72a98d4be0e88d604dc812c0e 12.3.101 04604679ddca6acb96c76a7a9306282cddc16981f92e148e2dfe227078883cda
12.4 12.4.127 9dec60f5ac126f7bb551c055072b69d85392b13311fcc1bcda2202d172df30fb 12.4.127 64403288fa2136ee8e467cdc9c9427e0434110899d07c779f25b5c068934faa5
12.5 12.5.82 bde77a5feb66752ec61db2adfe47f56b941842825b4c7e2068aff27c9d107953 12.5.82 3e79a060e126df40fd3a068f3f787eb000fa51b251ec6cd97d09579632687115
12.6 12.6.80 a3eff6cdfcc6a4c35db968a06fcadb061cbc7d6dde548609a941ff8701b98b73 12.6.77 a84d15d5e1da416dd4774cb42edf5e954a3e60cc945698dc1d5be02321c44dc8
12.8 12.8.90 ea0cb07ebda26bb9b29ba82cda34849e73c166c18162d3913575b0c9db9a6182 12.8.90 adade8dcbd0edf427b7204d480d6066d33902cab2a4707dcfc48a2d0fd44ab90
12.9 12.9.79 096bcf334f13e1984ba36685ad4c1d6347db214de03dbb6eebb237b41d9d934f 12.9.79 25bba2dfb01d48a9b59ca474a1ac43c6ebf7011f1b0b8cc44f54eb6ac48a96c3
13.0 13.0.85 4eb01c08e859bf924d222250d2e8f8b8ff6d3db4721288cf35d14252a4d933c8 13.0.96 7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548
13.1 13.1.115 2c76d91807cf76fc0e4b08ad71c4dff0e8e9f678fc8dbbbc43ec55125a70b553 13.1.80 dac25b52e69050e5a7a84957e6df470a85b185f8f648a99a1ab1dfce027576cf
13.2 13.2.86 8fa29f15dd8336181f961764d9d95236fc6b931dd0c8fcf8cd70aab0c310b586 13.2.86 3498247680dfddce31bad102af7e3e26fc795342a3cac64722bb0fa95e7f60f0
13.3 13.3.75 a969cc446c44db612e417bd0af722cfad9009c027dabd4ed255262c0e9a9a3d2 13.3.29 e04420616e72f563167a7733272992d7e6df6dc5cb54b2f94f9f1520ea9e30c1
13.4 13.4.92 037b561575e6983bc4fe1caae644d7a296a8367f451bf6c2a3194f4d0765431c 13.4.92 9641f797da20ce1dd8e779b6e96d08cf9ba564cec8e8225458811ee26423f3a5
13.5 13.5.25 9dcca41c12a734192b14e7128ae116bc9ce1b9da686e2ebf48ae7a4415f76650 13.5.37 df2b79a8852f10d1fef8c848489c49eebb5754051bf870202a862831412b179d
"

# unpacked VERSION PACKAGE RELEASE SHA256 puts the headers and libcupti of a package into the folder.
unpacked() {
  local folder="$cache/$1.part"
  rm -rf "$folder/wheel" && mkdir -p "$folder/wheel" "$folder/include" "$folder/lib"
  echo "$2==$3 --hash=sha256:$4" >"$folder/wheel/requirements"
  local platforms=() platform
  for platform in manylinux1 manylinux2014 manylinux_2_17 manylinux_2_25; do
    platforms+=(--platform "${platform}_x86_64")
  done
  python3 -m pip download -q --no-deps --require-hashes --only-binary :all: "${platforms[@]}" \
    -d "$folder/wheel" -r "$folder/wheel/requirements" || fail "cannot fetch $2 $3"
  python3 -m zipfile -e "$folder"/wheel/*.whl "$folder/wheel/unpacked"
  cp -r "$folder"/wheel/unpacked/nvidia/*/include/. "$folder/include"
  local library
  for library in "$folder"/wheel/unpacked/nvidia/*/lib/libcupti.so*; do
    [ ! -e "$library" ] || cp "$library" "$folder/lib"
  done
  rm -rf "$folder/wheel"
}

while read -r cuda cupti cupti_sha256 runtime runtime_sha256; do
  [ -n "$cuda" ] && [ ! -d "$cache/$cuda" ] || continue
  echo "cupti.sh: fetching CUPTI of CUDA $cuda"
  case "$cuda" in
    11.*) suffix=-cu11 ;;
    12.*) suffix=-cu12 ;;
    *) suffix= ;;
  esac
  rm -rf "$cache/$cuda.part"
  unpacked "$cuda" "nvidia-cuda-cupti$suffix" "$cupti" "$cupti_sha256"
  unpacked "$cuda" "nvidia-cuda-runtime$suffix" "$runtime" "$runtime_sha256"
  mv "$cache/$cuda.part" "$cache/$cuda"
done <<<"$versions"
