#!/bin/sh
# Runs the example on the queues that are right, and asks `linnet check` about what was recorded: run.sh LINNET MONITOR
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for queue in ck urcu; do
    "$2" $queue "$work/$queue.zst"
    "$1" check "$work/$queue.zst" --timeout 20 >"$work/said" || { cat "$work/said"; exit 1; }
done
