#!/bin/sh
# --memory is a limit on everything that the process has: memory.sh LINNET MODELS
set -u
linnet=$1
models=$2
failed=0

expect() { # MEGABYTES MODEL OPTION...
    limit=$1
    model=$2
    shift 2
    said=$("$linnet" model "$models/$model.c" "$@" --memory "${limit}M" --json)
    peak=$(echo "$said" | sed 's/.*"memory":\([0-9]*\)}}$/\1/')
    case $said in
    *'"reason":"memory"'*) ;;
    *)
        echo "$model: expected that the memory runs out: $said"
        failed=1
        ;;
    esac
    [ "$peak" -le $((limit * 1024 * 1024)) ] || { echo "$model: $peak bytes, though the limit is $limit M"; failed=1; }
    echo "$model: $peak bytes of $limit M"
}

expect 80 counter -DSIZE=4 --processes 7 --ops-per-process 1
expect 100 register -DK=7 --processes 6 --reduction none
expect 100 ms_queue --ops-per-process 5 --processes 3 --reuse gc
exit $failed
