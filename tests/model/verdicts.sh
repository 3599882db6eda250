#!/bin/sh
# Every model, correct and faulty, with the verdict that it has to have: verdicts.sh LINNET MODELS [long]
#
# A violation is named by its flaw: history (not linearizable), fault (what the code must not do), deadlock, livelock.
set -u
linnet=$1
models=$2
failed=0

reductions="none both"
[ "${3:-}" = long ] && reductions="none symmetry partial-order both"

expect() { # VERDICT MODEL OPTION...
    expected=$1
    model=$2
    shift 2
    case $expected in
    holds) wanted='"verdict":"holds"' ;;
    *) wanted='"verdict":"violated","failure":"'$expected'"' ;;
    esac
    for reduction in $reductions; do
        said=$("$linnet" model "$models/$model.c" "$@" --reduction "$reduction" --json --no-save)
        case $said in
        *"$wanted"*) echo "$expected: $model $* ($reduction)" ;;
        *)
            echo "expected $expected: $model $* ($reduction): $said"
            failed=1
            ;;
        esac
    done
}

expect holds shann_queue --ops-per-process 2
expect "not linearizable" shann_queue --ops-per-process 2 -DFAULTY=1
expect "not linearizable" shann_queue --ops-per-process 3 -DFAULTY=2

# Where nodes are freed while others may be at them, only a garbage collector helps, and it hides no other fault.
expect holds coupling_set
expect holds coupling_set --ops-per-process 2 --reuse gc
expect "not linearizable" coupling_set -DFAULTY
for model in optimistic_set lazy_set harris_michael_set ms_queue elimination_stack rdcss; do
    expect holds $model --ops-per-process 2 --reuse gc
    expect fault $model --ops-per-process 2
    expect "not linearizable" $model -DFAULTY --reuse gc
done

expect holds snzi -DSIZE=2 --ops-per-process 2
expect "not linearizable" snzi -DSIZE=2 --ops-per-process 3 -DFAULTY=1
expect "not linearizable" snzi -DSIZE=2 --ops-per-process 2 -DFAULTY=2
expect holds mailbox --ops-per-process 4
expect "not linearizable" mailbox --ops-per-process 4 -DFAULTY

# A collector changes nothing but how often a block is used: while there are blocks enough, the traces are those of code
# that never frees, and so are the sets that the specification can be in.
sets() { # MODEL OPTION...
    model=$1
    shift
    "$linnet" model "$models/$model.c" "$@" --ops-per-process 2 --json |
        sed -n 's/.*\("verdict":"[a-z]*"\).*\("specification_sets":[0-9]*\).*/\1,\2/p'
}
for model in coupling_set lazy_set harris_michael_set ms_queue elimination_stack rdcss; do
    collected=$(sets $model --reuse gc --pool 8 --reduction none)
    leaked=$(sets $model "$(dirname "$0")/keep.c" -Dfree=keep --pool 8 --reduction none)
    echo "$model: collected $collected, leaked $leaked"
    [ -n "$collected" ] && [ "$collected" = "$leaked" ] || failed=1
done

# When blocks are scarce, who drops one and who takes one depend on each other: the partial order loses no trace.
for model in lazy_set harris_michael_set ms_queue elimination_stack rdcss; do
    all=$(sets $model --reuse gc --pool 1 --reduction none)
    reduced=$(sets $model --reuse gc --pool 1 --reduction partial-order)
    echo "$model: one block, all $all, partial order $reduced"
    [ -n "$all" ] && [ "$all" = "$reduced" ] || failed=1
done

if [ "${3:-}" = long ]; then
    for model in optimistic_set lazy_set harris_michael_set ms_queue elimination_stack rdcss; do
        expect holds $model --reuse gc
    done
    for model in optimistic_set lazy_set harris_michael_set ms_queue elimination_stack rdcss; do
        expect holds $model --reuse gc --processes 3 --ops-per-process 1
    done
    expect holds shann_queue --ops-per-process 2 --processes 3
    expect "not linearizable" shann_queue --ops-per-process 2 --processes 3 -DFAULTY=2
    expect holds snzi -DSIZE=2 --ops-per-process 2 --processes 3
    expect holds snzi -DSIZE=3 --ops-per-process 3
fi
exit $failed
