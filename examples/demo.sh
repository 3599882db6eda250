#!/bin/sh
# Decides the histories of this folder and shows each command before its output: demo.sh LINNET
# An unexpected exit code makes it fail; that some of the histories are violated is what they are for.
set -u
linnet=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")" || exit 1
failed=0
folder=$(mktemp -d) || exit 1
proof=$folder/proof
trap 'rm -rf "$folder"' EXIT

# show EXIT-CODE SENTENCE ARGUMENT...
show() {
    expected=$1 sentence=$2
    shift 2
    printf '\n%s\n\n$ linnet %s\n' "$sentence" "$*"
    "$linnet" "$@"
    code=$?
    printf '[exit code %d]\n' "$code"
    if [ "$code" -ne "$expected" ]; then
        echo "demo: expected exit code $expected" >&2
        failed=1
    fi
}

show 0 'A key-value store whose client lost an answer. There is an order that explains everything:' \
    check kv-store.jsonl
show 1 'A queue that lets one job overtake another. No order explains it, and this is where every attempt ends:' \
    check queue-overtaken.jsonl
show 0 'This is what happened. Operations whose bars share a column were concurrent; 2 came out before 1:' \
    show queue-overtaken.jsonl
show 1 'A stack that loses a value to the ABA bug, watched in bounded memory, by counting:' \
    monitor --k 1 stack-aba.jsonl
show 1 'A replicated register that answers with an old value after a new one was seen:' \
    check register-stale-read.jsonl
show 1 'Another, whose two clients have a clock each. How far off would those have to be?' \
    check --min-skew register-two-clocks.jsonl
show 0 'A lock that is waited for in vain, because its holder keeps it:' \
    check mutex-stuck.jsonl
show 1 'A lock that is waited for in vain, though it is free:' \
    check mutex-lost-wakeup.jsonl
show 0 'A log of Jepsen; the format is recognised:' \
    check jepsen-etcd.log
show 1 'Nobody has to believe that. What shows it goes to a file,' \
    check --quiet --certificate "$proof" queue-overtaken.jsonl
show 0 'and is checked against the history by code that has no part in finding it:' \
    verify "$proof"
show 1 'Two at once, for a script:' \
    check --json kv-store.jsonl queue-overtaken.jsonl

show 1 'The code itself, on real threads: a stack whose pop is not atomic.' \
    stress stress/stack_test.c stress/stack.c --seconds 60 --save "$folder/stack.finding"
show 0 'A queue without locks that is right, as far as half a second of schedules goes:' \
    stress stress/queue_test.c --seconds 500ms
show 1 'Under every schedule, without a specification: a ring buffer with one mistake, and where it is.' \
    explore explore/tutorial/ring_test.c explore/tutorial/before/ring.c --save "$folder/ring.finding"
show 0 'It can be run again, as often as one likes,' \
    replay --json "$folder/ring.finding"
printf '\nand this is the fix:\n\n'
diff explore/tutorial/before/ring.c explore/tutorial/after/ring.c
show 0 'With it, nothing is found:' \
    explore explore/tutorial/ring_test.c explore/tutorial/after/ring.c
monitor=$(dirname "$linnet")/examples/monitor
if [ -x "$monitor" ]; then
    printf '\nA program that is judged while it runs, on the wait-free queue of liburcu:\n\n$ monitor urcu\n'
    "$monitor" urcu || failed=1
    printf '\nAnd one that calls functions for a single producer from two threads:\n\n$ monitor misused\n'
    "$monitor" misused
fi

printf '\nThese files are in examples/. Your own: linnet check log.jsonl --spec queue   (linnet specs lists the objects)\n'
exit $failed
