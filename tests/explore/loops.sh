#!/bin/sh
# Loops that wait, loops that give up, and what comes after them: a thread that waits keeps nobody from running, one that
# yields or goes round can be interrupted all the same, a bounded retry ends by itself; every schedule replays.
#   tests/explore/loops.sh LINNET
set -eu
linnet=$1 objects=$(cd "$(dirname "$0")/objects" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# EXIT-CODE TEST FILE [OPTION]... [-- FLAG...]
says() {
    wanted=$1 test=$2
    shift 2
    rm -f "$work"/found*
    code=0
    timeout 60 "$linnet" explore --json --save "$work/found.finding" --test "$test" "$@" >"$work/json" || code=$?
    if [ $code -ne "$wanted" ]; then
        echo "'$test' $*: exit code $code, not $wanted: $(cat "$work/json")"
        failed=1
    elif [ $code -eq 1 ]; then
        "$linnet" replay --quiet "$work/found.finding" || { echo "'$test' $*: the schedule does not replay"; failed=1; }
    fi
}

for cc in gcc clang; do
    loop=1
    while [ $loop -le 14 ]; do
        # Who waits waits for a reason, alone as among others: before `set`, for ever.
        says 0 'set | wait' "$objects/loops.c" --cc $cc -- -DLOOP=$loop -DTURNS=3
        says 0 'set | wait' "$objects/loops.c" --cc $cc -- -DLOOP=$loop -DTURNS=3 -DUNDER_LOCK
        loop=$((loop + 1))
    done
    # Who changes something in each turn may be on his way to an end: that is not known.
    says 2 'set | wait' "$objects/loops.c" --cc $cc -- -DLOOP=15 -DTURNS=3
    # Long calls are no livelock.
    says 1 'fill | fill' "$objects/long.c" --cc $cc --preemptions 1 -- -DSTEPS=5000
    says 2 'fill | fill' "$objects/long.c" --cc $cc --preemptions 0 -- -DSTEPS=20000 -DFIXED
    says 0 'fill' "$objects/long.c" --cc $cc -- -DSTEPS=200000
    says 0 'inc | inc' "$objects/owner.c" --cc $cc
    # The flag is up for a moment only: who sees it returns, which no serial execution does.
    says 1 'wait | pulse' "$objects/loops.c" --cc $cc -- -DLOOP=1 -DTURNS=3
    says 1 'wait | pulse' "$objects/loops.c" --cc $cc -- -DLOOP=8 -DTURNS=3
    # Then it makes a call that no serial execution comes to.
    says 1 'wait set | pulse' "$objects/loops.c" --cc $cc -- -DLOOP=1 -DTURNS=3
    # A lost update behind a loop that gives up, however many turns it has.
    for turns in 0 1 3 4 5 31 32 33 50 1000 40000; do
        says 1 'try | try' "$objects/loops.c" --cc $cc -- -DLOOP=1 -DTURNS=$turns
    done
    for optimized in -O0 -O2; do
        says 0 'wait | set' "$objects/loops.c" --cc $cc -- $optimized -DLOOP=5 -DTURNS=3
        says 0 'wait | set' "$objects/loops.c" --cc $cc -- $optimized -DLOOP=2 -DTURNS=3
        says 1 'try | try' "$objects/loops.c" --cc $cc -- $optimized -DLOOP=1 -DTURNS=20
    done
    # Several whose waits end by time, again and again.
    for test in 'take | put' 'take | take' 'take | take | put' 'put | take put | take'; do
        [ "$test" = 'take | take' ] && right=2 || right=0 # of that no call ever returns, rightly
        says $right "$test" "$objects/timed.c" --cc $cc
        says $right "$test" "$objects/timed.c" --cc $cc -- -DLOCK='mtx_lock(&o->mtx)' -DUNLOCK='mtx_unlock(&o->mtx)' \
            -DWAIT='cnd_timedwait(&o->cnd, &o->mtx, &soon)' -DWAKE='cnd_broadcast(&o->cnd)'
        says $right "$test" "$objects/timed.c" --cc $cc -- -DLOCK='mtx_lock(&o->mtx)' -DUNLOCK='mtx_unlock(&o->mtx)' \
            -DWAIT='(UNLOCK, syscall(SYS_futex, &o->there, FUTEX_WAIT, 0, &soon, NULL, 0), LOCK)' \
            -DWAKE='syscall(SYS_futex, &o->there, FUTEX_WAKE, 1, NULL, NULL, 0)'
    done
    # Two that poll under one lock do not wake each other.
    for between in 'sched_yield()' '(void)0'; do
        for test in 'take | take' 'take | take | put'; do
            [ "$test" = 'take | take' ] && right=2 || right=0
            says $right "$test" "$objects/timed.c" --cc $cc -- -DLOCK='pthread_spin_lock(&o->spin)' -DWAKE= \
                -DUNLOCK='pthread_spin_unlock(&o->spin)' -DWAIT="(UNLOCK, $between, LOCK)"
        done
    done
    says 1 'take | pulse' "$objects/timed.c" --cc $cc
    says 1 'take | take | pulse' "$objects/timed.c" --cc $cc
    says 1 'take | put | put' "$objects/timed.c" --cc $cc -- -DUNLOCKED
    # Who takes a lock in each turn is seen by others who try to.
    says 1 'await | tries' "$objects/tried.c" --cc $cc --preemptions 12
    says 1 'await | tries' "$objects/tried.c" --cc $cc --preemptions 3 -- -DTIMES=1 \
        -DWAIT='(pthread_mutex_unlock(&mutex), pthread_mutex_lock(&mutex))'
    # Who waits again has used up its turn, and that counts where turns are counted.
    says 1 'write(1) | write(2) | read' "$objects/turns.c" --cc $cc --spec register --delays 1
    # What is written and written back at once: whoever waits for a change of it is woken in every run, or in none.
    says 0 'take | take | give' "$objects/written_back.c" --cc $cc
    says 1 'look | discard' "$objects/freed.c" --cc $cc --reuse never
    says 0 'look | discard' "$objects/freed.c" --cc $cc --reuse never -- -DFIXED
done
exit $failed
