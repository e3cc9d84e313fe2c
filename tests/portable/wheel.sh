#!/bin/bash
# Tries the wheels that .ci/wheel has put into FOLDER as people get them: each PYTHON (python3 unless told)
# installs its wheel into an empty environment, where the program and the tests of the package run,
# without the build tree. What the tests need is fetched from PyPI.
#
#   tests/portable/wheel.sh FOLDER [PYTHON...]
#
# LANESCOPE_TEST_PACKAGES: more packages for the tests, such as torch, without which some are skipped.
set -euo pipefail

project="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
folder="$(realpath "${1:?usage: wheel.sh FOLDER [PYTHON...]}")"
shift
pythons=("${@:-python3}")
read -ra more <<<"${LANESCOPE_TEST_PACKAGES:-}"
trace="$project/assets/examples/generated-gpt-slow.json.gz"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

say() { echo "wheel: $*"; }
fail() {
  echo "wheel: $*" >&2
  exit 1
}

# Nothing of this session but the environment and the system's own commands, and no display.
inside() { (cd "$work" && env -i PATH="$place/bin:/usr/bin:/bin" HOME="$work" "$@"); }

# same WHAT A B fails if two commands, each in one word, print different things.
same() {
  local first second
  first="$(inside sh -c "$2")" || fail "$1: '$2' failed"
  second="$(inside sh -c "$3")" || fail "$1: '$3' failed"
  [ -n "$first" ] || fail "$1: '$2' prints nothing"
  [ "$first" = "$second" ] || fail "$1: '$2' and '$3' differ"
}

try_program() {
  same version "lanescope --version" "python -m lanescope --version"
  same version "lanescope --version | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1" \
    "python -c 'import lanescope; print(lanescope.__version__)'"
  same report "lanescope report --only findings '$trace'" \
    "python -m lanescope report --only findings '$trace'"
  inside lanescope "$trace" >"$work/summary" 2>"$work/said" || fail "no summary without a display"
  [ "$(wc -l <"$work/said")" = 1 ] || fail "without a display, not one line: $(cat "$work/said")"
}

try_python() {
  local python="$1" program
  place="$work/$(basename "$python")"
  rm -rf "$place"
  "$python" -m venv "$place"
  "$place/bin/pip" install -q --disable-pip-version-check --no-index --find-links "$folder" lanescope ||
    fail "$python: no wheel of $folder can be installed"
  try_program
  "$place/bin/pip" install -q --disable-pip-version-check 'lanescope[arrow,pandas,polars,sql,mcp]' \
    pytest ipykernel nbclient nbformat "${more[@]}" || fail "$python: what the tests need cannot be installed"
  program="$("$place/bin/python" -c 'from lanescope import _program; print(_program.find())')"
  (cd "$project/tests/python" && env -u PYTHONPATH PATH="$place/bin:$PATH" LANESCOPE_PROGRAM="$program" \
    "$place/bin/python" -B run.py) || fail "$python: tests failed"
  say "$("$place/bin/python" --version): $("$place/bin/lanescope" --version) passed"
}

for python in "${pythons[@]}"; do try_python "$python"; done
say "all passed"
