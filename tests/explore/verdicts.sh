#!/bin/sh
# What linnet explore says of examples/explore and of objects/ beside this script, from their declarations alone: of those that are wrong, the kind of
# failure, how small the test is, that the finding verifies and replays, and that all of it takes a few
# seconds; of those that are right, nothing. And with gcc the same as with clang.
#   tests/explore/verdicts.sh LINNET EXAMPLES [SECONDS [TESTS]]
set -eu
linnet=$1 more=$(cd "$(dirname "$0")/objects" && pwd)
cd "$2"
seconds=${3:-5} tests=${4:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

wrong() {
    echo "$*"
    failed=1
}

field() { # NAME < JSON
    sed -n 's/.*"'"$1"'":\("\([^"]*\)"\|\([^",}]*\)\).*/\2\3/p'
}

count_calls() { # "inc get | inc" -> 3
    echo "$1" | tr -d '|' | wc -w
}

explore() { # FILE... [OPTION]... [-- FLAG]...
    rm -f "$work"/*
    code=0
    "$linnet" explore --json --save "$work/found.finding" "$@" >"$work/json" || code=$?
}

# FAILURE CALLS FILE...
found() {
    failure=$1 calls=$2
    shift 2
    explore "$@"
    said=$(cat "$work/json")
    [ "$code" -eq 1 ] || { wrong "$*: exit code $code: $said"; return; }
    [ "$(echo "$said" | field failure)" = "$failure" ] || wrong "$*: not '$failure': $said"
    test=$(echo "$said" | field test)
    [ "$(count_calls "$test")" -eq "$calls" ] || wrong "$*: not $calls calls: $test"
    echo "$(echo "$said" | field seconds) $seconds" | awk '{ exit $1 > $2 }' || wrong "$*: too slow: $said"
    if [ "$failure" != fault ] && [ "$failure" != nondeterministic ]; then
        "$linnet" verify --quiet "$work/found.finding" || wrong "$*: the finding does not verify"
    fi
    "$linnet" replay --quiet "$work/found.finding" || wrong "$*: the schedule does not replay"
}

holds() { # FILE... [OPTION]... [-- FLAG]...
    explore --tests "$tests" "$@"
    [ "$code" -eq 0 ] || wrong "$*: exit code $code: $(cat "$work/json")"
}

for cc in gcc clang; do
    [ $cc = gcc ] || tests=1
    found 'not linearizable' 3 --cc $cc counter_test.c counter1.c
    found stuck 2 --cc $cc counter2_test.c counter2.c
    found 'not linearizable' 2 --cc $cc pair_test.c pair.c
    found 'not linearizable' 3 --cc $cc queue_test.c timed_queue.c
    found 'not linearizable' 6 --cc $cc stack_test.c treiber.c
    found fault 3 --cc $cc stack_test.c treiber.c --reuse never
    found 'not linearizable' 4 --cc $cc reset_event_test.c reset_event.c
    found 'not linearizable' 4 --cc $cc reset_event_test.c reset_event.c -- -DVOLATILE
    found stuck 4 --cc $cc reset_event_test.c reset_event.c --test 'wait | set reset set' --switches 2
    found 'not linearizable' 2 --cc $cc tutorial/ring_test.c tutorial/before/ring.c
    [ ! -e /usr/include/ck_stack.h ] || found 'not linearizable' 6 --cc $cc ck_stack_test.c -- -DREUSE

    holds --cc $cc queue_test.c ms_queue.c --preemptions 1
    holds --cc $cc stack_test.c treiber_tagged.c
    holds --cc $cc counter_test.c ticket_lock_counter.c
    holds --cc $cc counter_test.c tas_lock_counter.c
    holds --cc $cc counter_test.c retry_counter.c
    holds --cc $cc counter2_test.c counter2.c -- -DFIXED
    holds --cc $cc queue_test.c locked_queue.c
    holds --cc $cc queue_test.c blocking_queue.c -- -DTAKE
    holds --cc $cc globals_test.c globals.c
    holds --cc $cc reset_event_test.c reset_event.c -- -DFIXED
    holds --cc $cc tutorial/ring_test.c tutorial/after/ring.c
    [ ! -e /usr/include/ck_stack.h ] || holds --cc $cc ck_stack_test.c

    found 'not linearizable' 2 --cc $cc --threads 2 "$more/peterson.c" -- -DBUG
    found stuck 2 --cc $cc "$more/inversion.c"
    found stuck 4 --cc $cc "$more/bounded.c"
    found 'not linearizable' 3 --cc $cc "$more/bounded.c" -- -DBROADCAST -DIF
    found 'not linearizable' 2 --cc $cc "$more/seqlock.c" -- -DBUG
    found 'not linearizable' 2 --cc $cc "$more/locks.c" -- -DBUG
    found 'not linearizable' 2 --cc $cc "$more/alike.c"
    found 'not linearizable' 2 --cc $cc "$more/alike.c" -- -DHALF="linnet_bool(false)"

    holds --cc $cc --calls 2 "$more/mcs.c"
    holds --cc $cc --calls 2 "$more/mcs.c" -- -DTLS
    holds --cc $cc --threads 2 "$more/peterson.c"
    holds --cc $cc "$more/bounded.c" -- -DTWO
    holds --cc $cc "$more/bounded.c" -- -DBROADCAST
    holds --cc $cc --calls 2 "$more/seqlock.c"
    holds --cc $cc "$more/locks.c"
    holds --cc $cc "$more/locks.c" -- -DSEMAPHORE
    holds --cc $cc "$more/locks.c" -- -DSPIN
done
# clang does not tell weak exchanges from strong ones, so nothing fails for no reason there
found nondeterministic 1 --cc gcc "$more/retry.c"
holds --cc gcc "$more/retry.c" -- -DMEANT=1
exit $failed
