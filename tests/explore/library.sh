#!/bin/sh
# library.sh LINNET [NO-THROW]: code as people write it, with what the C and C++ libraries have. What is right holds, and what is
# wrong is violated; neither is unknown, nor takes long. NO-THROW: without exceptions, at which a linnet that is built with
# sanitizers stops.
set -eu
linnet=$1 here=$(cd "$(dirname "$0")" && pwd)
objects=$here/objects library=$here/library
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# says EXIT-CODE TEST COMPILER FILE [OPTION]... [-- FLAG...]
says() {
    wanted=$1 test=$2 cc=$3
    shift 3
    command -v "$cc" >/dev/null || return 0
    code=0
    timeout 120 "$linnet" explore --json --no-save --cc "$cc" --test "$test" "$@" >"$work/json" 2>"$work/messages" ||
        code=$?
    if [ $code -ne "$wanted" ]; then
        echo "'$test' $cc $*: exit code $code, not $wanted: $(cat "$work/json" "$work/messages")"
        failed=1
    fi
}

# has TEXT: in what the last one says
has() {
    grep -q "$1" "$work/json" || { echo "not $1: $(cat "$work/json")"; failed=1; }
}

# ---- many allocations ----
says 0 'inc inc | inc' gcc "$objects/churn.c" -- -DBLOCKS=10
says 0 'inc | inc' clang "$objects/churn.c" -- -DBLOCKS=30
says 1 'inc inc | inc' gcc "$objects/churn.c" -- -DBLOCKS=10 -DRACY
# Its results depend on which blocks it gets: told as that, not as a race.
says 1 'inc | inc' gcc "$objects/churn.c" -- -DBLOCKS=12 -DADDRESSES
has '"failure":"nondeterministic"'

# ---- the end of threads ----
says 0 'by_variable by_variable | by_variable' gcc "$library/thread_end.cpp" --final get
says 0 'by_key | by_key' clang "$library/thread_end.cpp" --final get
says 1 'by_variable | by_variable' clang "$library/thread_end.cpp" --final get -- -DRACY
says 1 'by_key | by_key' gcc "$library/thread_end.cpp" --final get -- -DRACY
# What it returns depends on when a thread ends, which no call says.
says 1 'by_key | get' gcc "$library/thread_end.cpp"
has '"failure":"nondeterministic"'

# ---- where results are put ----
for cc in gcc clang; do
    for put in 'atomic_compare_exchange_strong(&o->cell, &o->last, 7)' 'sem_getvalue(&o->semaphore, &o->number)' \
        '__atomic_load(&o->wide, &o->copy, __ATOMIC_SEQ_CST)' '__atomic_exchange(&o->wide, &o->other, &o->copy, __ATOMIC_SEQ_CST)' \
        '__atomic_compare_exchange(&o->wide, &o->copy, &o->other, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)' \
        'sigprocmask(SIG_SETMASK, &(sigset_t){ { 7 } }, NULL), sigprocmask(SIG_BLOCK, NULL, &o->mask)'; do
        says 1 'put | inc' $cc "$library/outputs.c" --final get -- "-DPUT=$put" -w
    done
    for level in -O0 -O1 -O2; do
        says 0 'call | call' $cc "$library/lists.c" -- $level
        says 2 'call | call' $cc "$library/lists.c" -- $level -DSHARED
        has '"kind":"code"'
    done
    says 0 'rounding rounding | rounding' $cc "$library/of_a_thread.c" -- -lm
    says 0 'signals signals | signals' $cc "$library/of_a_thread.c" -- -lm
    says 0 'twice | set' $cc "$library/readers_wait.c"
    says 1 'twice | set' $cc "$library/readers_wait.c" -- -DPREFERS_WRITERS
    says 1 'twice | set' $cc "$library/readers_wait.c" -- -DSTATIC
    says 0 'twice | try_set' $cc "$library/readers_wait.c" -- -DPREFERS_WRITERS
    says 0 'get | set get | set' $cc "$library/readers_wait.c" -- -DPREFERS_WRITERS
done

says 0 'inc | inc' gcc "$library/nested.c"
says 1 'inc | inc' gcc "$library/nested.c" -- -DRACY

# ---- C ----
for kept in TAG_ABOVE TAG_BELOW MARKED MIDDLE CACHED; do
    says 0 'inc | inc' gcc "$library/pool.c" -- -D$kept
done
says 1 'inc | inc' gcc "$library/pool.c" -- -DLOST
has '"failure":"fault"'
says 0 'wait wait wait | wait' gcc "$library/deadline.c" --preemptions 1
says 0 'jump | jump' gcc "$library/jumps.c"
says 0 'jump | jump' clang "$library/jumps.c" -- -DRACY -O2
says 0 'jump | jump' gcc "$library/jumps.c" -- -DSHARED
says 1 'jump | jump' gcc "$library/jumps.c" -- -DSHARED -DRACY
says 1 'jump | jump' clang "$library/jumps.c" -- -DSHARED -DRACY
says 0 'print print | print' gcc "$library/stdio.c"
says 1 'print | print' clang "$library/stdio.c" -- -DRACY
says 2 'put | put' gcc "$library/stdio.c"
has '"name":"fputc"'
says 0 'count count | count' clang "$library/text.c"
says 1 'count | count' gcc "$library/text.c" -- -DRACY
says 0 'meet meet | meet' gcc "$library/barrier.c" -- -DNEEDED=1
says 2 'meet | meet' clang "$library/barrier.c" -- -DNEEDED=3
has '"reason":"empty"' # none of them returns
# Alone, each waits for ever: that they return is no serial execution's doing.
says 1 'meet | meet' gcc "$library/barrier.c" -- -DNEEDED=2
says 1 'grow take | grow' gcc "$library/garbage.c"
says 2 'grow | take' gcc "$library/garbage.c"

# ---- what is told of loops ----
code=0
"$linnet" explore --no-save --test 'wait | pulse' "$objects/loops.c" -- -DLOOP=1 -DTURNS=3 >"$work/json" || code=$?
has 'waits for a change of o->flag'
if grep -qE ' (x|×) 1$' "$work/json"; then
    echo "one turn is told as a loop: $(cat "$work/json")"
    failed=1
fi

# ---- C++ ----
says 0 'ask_twice | become' gcc "$library/casts.cpp"
says 1 'ask_twice | become' gcc "$library/casts.cpp" -- -DRACY
says 1 'ask_twice | become' clang "$library/casts.cpp" -- -DRACY
if [ -z "${2-}" ]; then
    for once in flag control variable; do
        says 0 "$once $once | $once" gcc "$library/once.cpp"
    done
    says 0 'fail(1) | look | make_one(3)' gcc "$library/exceptions.cpp"
    says 0 'fail(1) | look | fail(2)' clang "$library/exceptions.cpp" -- -std=c++20
    says 1 'fail(1) | look | fail(2)' gcc "$library/exceptions.cpp" -- -DRACY
fi
says 0 'add(1) | add(2)' gcc "$library/streams.cpp"
says 0 'add(1) | add(2)' clang "$library/streams.cpp" -- -std=c++20 -O2
says 1 'add(1) | add(2)' clang "$library/streams.cpp" -- -DRACY
says 2 'add(1) | add(2)' gcc "$library/streams.cpp" -- -DGLOBAL
exit $failed
