#!/bin/bash
# python.sh makes a virtual environment in .cache/python with what the Python package is built with and
# tested with, from PyPI: nanobind, pytest, and the packages that take its tables and serve its answers;
# some 200 MB are fetched, 750 MB kept. Nothing of it goes into what is built. Without it, or with a
# Python that has less, the tests that need what is missing are skipped. Needs Python >= 3.10 with its
# headers. PyTorch, several GB, is left to whoever has it.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
place="$here/.cache/python"

say() { echo "python.sh: $*"; }
fail() { echo "python.sh: $*" >&2; exit 1; }
# shellcheck source=packages.sh
source "$here/packages.sh"

# The versions that the tests were last run with.
packages=(
  nanobind==3.1.0 pytest==9.2.0
  pandas==3.1.1 polars==2.1.0 pyarrow==26.0.1 duckdb==2.0.1
  mcp==2.3.0 anyio==4.16.0 jsonschema==4.26.0
  ipython==9.18.1 ipykernel==7.4.0 nbclient==0.11.0 nbformat==5.11.1
  perfetto==0.59.1 mypy==2.4.1
)

headers() { python3 -c 'import sysconfig; print(sysconfig.get_path("include"))'; }

[ -f "$place/complete" ] && [ "$(cat "$place/complete")" = "${packages[*]}" ] && exit 0
command -v python3 >/dev/null && python3 -c 'import ensurepip' 2>/dev/null && [ -f "$(headers)/Python.h" ] ||
  install_packages python3 python3-dev python3-venv
rm -rf "$place"
python3 -m venv "$place" || fail "cannot make a virtual environment"
say "fetching ${#packages[@]} packages"
"$place/bin/pip" install -q --disable-pip-version-check --only-binary :all: "${packages[@]}" ||
  fail "cannot install ${packages[*]}"
echo "${packages[*]}" >"$place/complete"
