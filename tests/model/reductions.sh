#!/bin/sh
# Every reduction has the verdict of no reduction, on models that are right and wrong, bounded and looping:
#   reductions.sh LINNET MODELS EXAMPLES
set -u
linnet=$1
models=$2
examples=$3
failed=0

verdict() { # REDUCTION OPTION...
    reduction=$1
    shift
    "$linnet" model "$@" --reduction "$reduction" --json --no-save | sed 's/.*"verdict":"\([a-z]*\)".*/\1/'
}

same() { # OPTION...
    none=$(verdict none "$@")
    [ -n "$none" ] || failed=1
    for reduction in symmetry partial-order both; do
        said=$(verdict $reduction "$@")
        [ "$said" = "$none" ] || { echo "$*: $none, but $reduction: $said"; failed=1; }
    done
    echo "$none: $*"
}

cd "$models" || exit 1
for bound in unbounded 2; do
    for fault in RIGHT FAULTY; do
        same register.c -D$fault --ops-per-process $bound
        same counter.c -D$fault --ops-per-process $bound
        same counter_points.c -D$fault --ops-per-process $bound
        same counter_points.c -D$fault --ops-per-process $bound --points
        same counter_points.c -D$fault -DSTALE --ops-per-process $bound --points
    done
    same register.c -DK=3 --processes 3 --ops-per-process $bound
    same treiber.c --ops-per-process $bound
    same herlihy_wing.c --ops-per-process $bound
    same lossy.c --ops-per-process $bound
done
same treiber.c -DTAGS=16 --ops-per-process 2
cd "$examples" || exit 1
same stack_test.c treiber.c --spec stack
same stack_test.c treiber.c --spec stack --ops-per-process 2 --pool 4 --reuse any
same queue_test.c ms_queue.c --spec queue --ops-per-process 2 --pool 4
same queue_test.c locked_queue.c --spec queue --ops-per-process 2 --pool 5
same counter_test.c counter1.c --spec counter --ops-per-process 2
same counter_test.c counter2.c --spec counter
exit $failed
