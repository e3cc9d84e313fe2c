#!/bin/bash
# Fails when a load, a report or a comparison takes half as many instructions again as the figures
# beside this file say. Instructions are counted by valgrind, on one thread, so a busy machine changes
# nothing; seconds are measured by hand, see README.md.
#
#   guard.sh BUILD [BYTES]        BUILD: a release build; BYTES: of the trace that it makes (25 MB)
#   guard.sh BUILD --renew        writes the figures anew
set -euo pipefail
build="$(cd "${1:?a release build}" && pwd)"
cd "$(dirname "${BASH_SOURCE[0]}")"

bytes=25000000 renew=no
case "${2:-}" in
  --renew) renew=yes ;;
  ?*) bytes="$2" ;;
esac
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
trace="$work/trace.json"
export LANESCOPE_THREADS=1 XDG_CACHE_HOME="$work" XDG_CONFIG_HOME="$work"

# instructions COMMAND... prints how many the command took, in millions.
instructions() {
  if ! valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file="$work/log" "$@" \
    >/dev/null 2>"$work/errors"; then
    cat "$work/errors" "$work/log" >&2
    return 1
  fi
  awk '/Collected :/ { printf "%.1f\n", $NF / 1e6 }' "$work/log"
}

# judge NAME COUNT ANCHOR holds the ratio against the figure of that name.
worst=0
judge() {
  local ratio figure
  ratio="$(awk -v a="$2" -v b="$3" 'BEGIN { printf "%.3f", a / b }')"
  if [ "$renew" = yes ]; then
    printf '%s\t%s\n' "$1" "$ratio" >>"$work/figures"
    return
  fi
  figure="$(awk -v name="$1" '$1 == name { print $2 }' guard.figures)"
  [ -n "$figure" ] || { echo "guard: guard.figures has no $1"; worst=1; return; }
  if awk -v r="$ratio" -v f="$figure" 'BEGIN { exit !(r > 1.5 * f) }'; then
    echo "guard: $1 is $ratio, its figure $figure: more than half above; README.md says how to look"
    worst=1
  else
    echo "guard: $1 is $ratio, its figure $figure"
  fi
}

"$build/tests/bench/made_trace" "$trace" "$bytes"
walk="$(instructions "$build/tests/bench/floor_walk" "$trace" 1)"
load="$(instructions "$build/tests/bench/load_once" "$trace" 1)"
judge load/floor_walk "$load" "$walk"
judge load_and_answers/load "$(instructions "$build/tests/bench/answers_once" "$trace")" "$load"
judge info/load "$(instructions "$build/lanescope" info "$trace" --json)" "$load"
judge search/load "$(instructions "$build/lanescope" search "$trace" sgemm --json)" "$load"
judge report/load "$(instructions "$build/lanescope" report "$trace" --json)" "$load"
judge compare/load "$(instructions "$build/lanescope" compare "$trace" "$trace" --json)" "$load"

if [ "$renew" = yes ]; then
  cp "$work/figures" guard.figures
  cat guard.figures
fi
exit "$worst"
