#!/bin/sh
# Does the explorer find exactly the histories that an enumerator finds which tries everything and knows no shortcut
# (tests/naive)? With all interleavings, and within each bound, for every object that is written out there.
#   tests/explore/histories.sh LINNET NAIVE EXAMPLES [long]
#
# Tests in which memory that one thread alone touches is a step of the enumerator are left out: to the explorer it is
# none, and it calls and returns at tighter times. So are those of treiber-never that read freed memory: that ends the
# explorer's search.
set -eu
linnet=$1 naive=$2
cd "$3"
long=${4:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compared=0 failed=0

# MACHINE TEST PREEMPTIONS SWITCHES FILE... [OPTION]... [-- FLAG]...; a bound of - is none
same() {
    machine=$1 test=$2 preemptions=$3 switches=$4
    shift 4
    if [ "$preemptions" = - ]; then
        "$naive" "$machine" "$test" >"$work/naive"
        set -- --preemptions 99 --switches 99 "$@"
    else
        "$naive" "$machine" "$test" "$preemptions" "$switches" >"$work/naive"
        set -- --preemptions "$preemptions" --switches "$switches" "$@"
    fi
    code=0
    "$linnet" explore --quiet --unchecked --no-save --histories "$work/found" --test "$test" "$@" || code=$?
    [ $code -eq 2 ] || { echo "$machine, '$test': exit code $code"; failed=1; return; } # nothing was judged
    LC_ALL=C sort "$work/found" >"$work/explored"
    LC_ALL=C sort -o "$work/naive" "$work/naive"
    compared=$((compared + $(wc -l <"$work/naive")))
    cmp -s "$work/naive" "$work/explored" && return
    echo "$machine, '$test', $preemptions preemptions, $switches switches: < naive, > explored"
    diff "$work/naive" "$work/explored" | head -n 10
    failed=1
}

within() { # as same, without bounds, at several of them
    machine=$1 test=$2
    shift 2
    for bounds in '- -' '1 1' ${long:+'2 1' '1 0' '0 2'}; do
        # shellcheck disable=SC2086 # two words
        same "$machine" "$test" $bounds "$@"
    done
}

for test in 'inc get | inc' 'inc get | inc get' 'inc | get | inc'; do
    within counter1 "$test" counter_test.c counter1.c
    within counter2 "$test" counter_test.c counter2.c
    within mutex_counter "$test" counter_test.c counter2.c -- -DFIXED
done
within tas_lock_counter 'inc get | inc' counter_test.c tas_lock_counter.c
for test in 'write(1) read | read write(2)' 'write(1) | write(2) | read'; do
    within pair "$test" pair_test.c pair.c
done
# A thread that could time out counts as one that waits, to the explorer only: so without bounds.
for test in 'add(1) add(2) | poll' ${long:+'add(1) poll | add(2) poll'}; do
    same timed_queue "$test" - - queue_test.c timed_queue.c
done
for reuse in lifo fifo any; do
    for test in 'push(1) | pop' 'push(1) pop | pop' ${long:+'push(1) pop | push(2)' 'pop push(1) pop | push(2)'}; do
        within treiber-$reuse "$test" stack_test.c treiber.c --reuse $reuse
    done
    same treiber-$reuse 'push(1) pop | pop push(2) push(3) pop' 1 1 stack_test.c treiber.c --reuse $reuse
done
within treiber-never 'push(1) | pop' stack_test.c treiber.c --reuse never
for test in 'wait | set reset' ${long:+'wait reset | set' 'wait | set | reset'}; do
    within reset_event "$test" reset_event_test.c reset_event.c
    within reset_event-fixed "$test" reset_event_test.c reset_event.c -- -DFIXED
done
same reset_event 'wait | set reset set' 2 1 reset_event_test.c reset_event.c

# A test that fails is tried in smaller forms, too: those histories are none of its own.
for judged in '' --unchecked; do
    "$linnet" explore --quiet $judged --no-save --histories "$work/of$judged" --test 'inc get | inc' counter_test.c \
        counter1.c || [ $? -le 2 ]
done
[ -s "$work/of" ] || { echo 'a test that fails has no histories'; failed=1; }
while IFS= read -r history; do
    grep -qxF -e "$history" "$work/of--unchecked" || { echo "not of the test that was given: $history"; failed=1; }
done <"$work/of"

echo "$compared histories compared"
exit $failed
