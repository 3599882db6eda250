#!/bin/sh
# The exact states of the refinement paper's models with one call each, without reduction and up to
# symmetry: counts.sh LINNET MODELS [long]
set -u
linnet=$1
models=$2
failed=0
reduction=none

expect() { # STATES MODEL OPTION...
    states=$1
    shift
    model=$models/$1
    shift
    said=$("$linnet" model "$model" "$@" --ops-per-process 1 --reduction "$reduction" --json) || failed=1
    case $said in
    *'"verdict":"holds"'*"\"states\":$states,"*) echo "$states: $model $* ($reduction)" ;;
    *)
        echo "expected $states states: $model $* ($reduction): $said"
        failed=1
        ;;
    esac
}

expect 9338 register.c -DK=4 --processes 3
expect 186316 register.c -DK=4 --processes 4
expect 52381 register.c -DK=3 --processes 4
expect 507082 register.c -DK=5 --processes 4
expect 3674 counter.c -DSIZE=4 --processes 3
expect 124558 counter.c -DSIZE=4 --processes 4
expect 535 counter_points.c --points -DSIZE=4 --processes 3
expect 9165 counter_points.c --points -DSIZE=4 --processes 4
expect 190367 counter_points.c --points -DSIZE=4 --processes 5
expect 175747 counter_points.c --points -DSIZE=2 --processes 5
expect 189527 counter_points.c --points -DSIZE=3 --processes 5
expect 190367 counter_points.c --points -DSIZE=5 --processes 5
if [ "${3:-}" = long ]; then
    expect 1160625 register.c -DK=6 --processes 4
    expect 2352897 register.c -DK=7 --processes 4
    expect 4032362 register.c -DK=4 --processes 5
    expect 5970298 counter.c -DSIZE=4 --processes 5
    expect 4569968 counter.c -DSIZE=2 --processes 5
    expect 5665598 counter.c -DSIZE=3 --processes 5
    expect 6002458 counter.c -DSIZE=5 --processes 5
    expect 4536325 counter_points.c --points -DSIZE=4 --processes 6
fi

reduction=symmetry # orbits
expect 4923 register.c -DK=4 --processes 3
expect 35891 register.c -DK=4 --processes 4
expect 219001 register.c -DK=4 --processes 5
expect 666 counter.c -DSIZE=4 --processes 3
expect 5824 counter.c -DSIZE=4 --processes 4
expect 57495 counter.c -DSIZE=4 --processes 5
expect 114 counter_points.c --points -DSIZE=4 --processes 3
expect 536 counter_points.c --points -DSIZE=4 --processes 4
expect 2495 counter_points.c --points -DSIZE=4 --processes 5
expect 11221 counter_points.c --points -DSIZE=4 --processes 6
expect 48918 counter_points.c --points -DSIZE=4 --processes 7
expect 2384 counter_points.c --points -DSIZE=2 --processes 5
expect 2490 counter_points.c --points -DSIZE=3 --processes 5
expect 2495 counter_points.c --points -DSIZE=5 --processes 5
if [ "${3:-}" = long ]; then
    expect 1181179 register.c -DK=4 --processes 6
fi
exit $failed
