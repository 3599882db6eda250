#!/bin/sh
# Fuzzes for a second: a_second.sh PROGRAM CORPUS. What is new goes nowhere; an input that breaks it is kept beside the
# program, and its name is told.
set -u
new=$(mktemp -d) || exit 1
trap 'rm -rf "$new"' EXIT
"$1" -seed=1 -max_total_time=1 -artifact_prefix="$1-" "$new" "$2" >"$new.log" 2>&1
code=$?
[ $code -eq 0 ] || cat "$new.log"
rm -f "$new.log"
exit $code
