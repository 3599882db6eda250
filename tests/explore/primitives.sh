#!/bin/sh
# Primitives in ways that are wrong by one step, and loops that are not what they seem: what the explorer says of them.
#   tests/explore/primitives.sh LINNET
set -eu
linnet=$1 objects=$(cd "$(dirname "$0")/objects" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "$*: $(cat "$work/json")"
    failed=1
}

# EXIT-CODE TEST FILE [OPTION]... [-- FLAG...]
says() {
    wanted=$1 test=$2 code=0
    shift 2
    rm -f "$work"/found*
    timeout 60 "$linnet" explore --json --save "$work/found.finding" --test "$test" "$@" >"$work/json" || code=$?
    [ $code -eq "$wanted" ] || fail "'$test' $*: exit code $code, not $wanted"
    [ $code -ne 1 ] || "$linnet" replay --quiet "$work/found.finding" || fail "'$test' $*: the schedule does not replay"
}

for cc in gcc clang; do
    # Who was woken acts when it goes on: others may be interrupted for that.
    says 1 'take | give' "$objects/primitives.c" --cc $cc
    says 1 'take | give' "$objects/primitives.c" --cc $cc --preemptions 8 --switches 6
    says 1 'pend | post' "$objects/primitives.c" --cc $cc --preemptions 1
    # A wait may end by time however often it did so before.
    for times in 2 40; do
        says 1 'later | at_once' "$objects/primitives.c" --cc $cc -- -DTIMES=$times
        says 1 'later | at_once' "$objects/primitives.c" --cc $cc -- -DTIMES=$times -DBY_SEMAPHORE
    done
    # While all others wait as well as else: what is not tried is said.
    says 1 'wait | go' "$objects/primitives.c" --cc $cc --final both_counted -- -DSTEPS=10
    says 0 'wait | go' "$objects/primitives.c" --cc $cc --final both_counted -- -DSTEPS=2500
    grep -q '"what":"long call"' "$work/json" || fail "a long call is not told"
    # One loop, several limits.
    says 0 'quite_long | very_long' "$objects/limits.c" --cc $cc
    says 0 'very_long | quite_long' "$objects/limits.c" --cc $cc
    says 0 'quite_long | very_long | set' "$objects/limits.c" --cc $cc --preemptions 1
    says 1 'very_long | racy | racy' "$objects/limits.c" --cc $cc
    # Nothing has returned, as far as can be told: nothing was judged.
    says 2 'only_long | only_long' "$objects/limits.c" --cc $cc
    says 0 'help | ask' "$objects/limits.c" --cc $cc
done

# INIT LOCK UNLOCK [USE]...: a lock that is made twice, and one that is freed
lock() {
    init=$1 lock=$2 unlock=$3
    shift 3
    says 1 'lazily | lazily' "$objects/primitives.c" -- "-DINIT=$init" "-DLOCK=$lock" "-DUNLOCK=$unlock"
    for use in "$init" "$@"; do
        says 1 'discard | use' "$objects/primitives.c" --reuse never -- "-DUSE=$use"
        grep -q '"failure":"fault"' "$work/json" || fail "$use: not that it was freed"
    done
}
lock 'pthread_mutex_init(&l->mutex, NULL)' 'pthread_mutex_lock(&l->mutex)' 'pthread_mutex_unlock(&l->mutex)' \
    'pthread_mutex_lock(&l->mutex)' 'pthread_mutex_trylock(&l->mutex)' 'pthread_mutex_destroy(&l->mutex)' 'pthread_cond_signal(&l->condition)' \
    'pthread_cond_broadcast(&l->condition)' 'pthread_cond_destroy(&l->condition)'
lock 'mtx_init(&l->mtx, mtx_plain)' 'mtx_lock(&l->mtx)' 'mtx_unlock(&l->mtx)' 'mtx_lock(&l->mtx)' 'mtx_destroy(&l->mtx)'
lock 'pthread_rwlock_init(&l->rwlock, NULL)' 'pthread_rwlock_wrlock(&l->rwlock)' 'pthread_rwlock_unlock(&l->rwlock)' \
    'pthread_rwlock_rdlock(&l->rwlock)' 'pthread_rwlock_tryrdlock(&l->rwlock)'
lock 'pthread_spin_init(&l->spin, 0)' 'pthread_spin_lock(&l->spin)' 'pthread_spin_unlock(&l->spin)' 'pthread_spin_lock(&l->spin)'
lock 'sem_init(&l->semaphore, 0, 1)' 'sem_wait(&l->semaphore)' 'sem_post(&l->semaphore)' 'sem_post(&l->semaphore)' \
    'sem_getvalue(&l->semaphore, &(int){ 0 })'
exit $failed
