#!/bin/sh
# Code that misbehaves in every way that came to mind, under `linnet explore` and `linnet stress`: each has its finding and
# exit code, in time, and leaves no process behind.
#   tests/misbehave/run.sh LINNET
set -u
linnet=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

wrong() {
    echo "$*"
    failed=1
}

# Processes of this test bear its folder in their environment.
LINNET_MISBEHAVE=$work
export LINNET_MISBEHAVE
left_behind() {
    for process in /proc/[0-9]*; do
        [ "${process#/proc/}" -eq $$ ] && continue
        grep -qs "LINNET_MISBEHAVE=$work" "$process/environ" || continue
        case $(readlink "$process/exe") in
        "$linnet" | */sleep | */cc1 | */gcc* | */*-gcc* | */clang*) echo "${process#/proc/}" ;;
        esac
    done
}

# SECONDS CODE FIRST-LINE COMMAND...: the first line is a pattern
expect() {
    seconds=$1 code=$2 line=$3
    shift 3
    began=$(date +%s)
    got=0
    "$linnet" "$@" >out 2>err </dev/null || got=$?
    took=$(($(date +%s) - began))
    first=$(cat out err | grep -v warning | grep -m 1 "^violated\|^holds\|^unknown\|^linnet")
    [ "$got" -eq "$code" ] || wrong "$*: exit code $got, not $code: $first"
    # shellcheck disable=SC2254 # a pattern
    case $first in
    $line) ;;
    *) wrong "$*: \`$first', not \`$line'" ;;
    esac
    [ "$took" -le "$seconds" ] || wrong "$*: took $took seconds"
    left=$(left_behind)
    [ -z "$left" ] || wrong "$*: left behind: $left"
}

explore() { # CODE FIRST-LINE FLAG [OPTION]...
    code=$1 line=$2 flag=$3
    shift 3
    expect 60 "$code" "$line" explore "$here/misbehave.c" --test 'inc | get' --hang 500ms --no-save "$@" -- -w "$flag"
}

stress() { # CODE FIRST-LINE FLAG [OPTION]...
    code=$1 line=$2 flag=$3
    shift 3
    expect 60 "$code" "$line" stress "$here/misbehave.c" --no-save --rounds 3 --length 3 --hang 500ms "$@" -- -w "$flag"
}

both() { # CODE EXPLORE'S-LINE STRESS'S-LINE FLAG
    explore "$1" "$2" "$4"
    stress "$1" "$3" "$4"
}

refused() { # NAME CODE
    both 65 "*it calls $1(), which the explorer cannot follow" "*it calls $1(), which is not for a test" "-DIN_CALL=$2"
}

both 0 'holds*' 'holds*' -DNOTHING

# ---- processes, programs, signals to others: refused at the call ----
refused fork 'fork()'
refused vfork 'vfork()'
refused system 'system("sleep 300")'
refused popen 'popen("sleep 300", "r")'
refused daemon 'daemon(0, 0)'
refused posix_spawn 'posix_spawn(0, "/bin/sleep", 0, 0, arguments, environ)'
refused execv 'execv("/bin/sleep", arguments)'
refused execlp 'execlp("sleep", "sleep", "300", (char *)0)'
refused fork 'syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)'
refused execve 'syscall(SYS_execve, "/bin/sleep", arguments, environ)'
refused kill 'kill(getppid(), SIGKILL)'
refused kill 'kill(0, SIGKILL)'
refused kill 'kill(-1, SIGTERM)'
refused prctl 'prctl(PR_SET_PDEATHSIG, 0)'
both 65 '*it calls fork(), which the explorer cannot follow' '*it calls fork(), which is not for a test' '-DIN_CREATE=fork()'
both 65 '*it calls fork(), which the explorer cannot follow' '*it calls fork(), which is not for a test' '-DIN_DESTROY=fork()'
both 65 '*it calls fork(), which the explorer cannot follow' '*it calls fork(), which is not for a test' '-DIN_LOAD=fork()'
explore 65 '*it calls alarm(), which the explorer cannot follow' '-DIN_CALL=alarm(1)'
explore 65 '*it calls setitimer(), which the explorer cannot follow' '-DIN_CALL=setitimer(ITIMER_REAL, 0, 0)'

# ---- ends of the process ----
both 1 '*ends the program (exit code 0)' '*ended the program (exit code 0)' '-DIN_CALL=exit(0)'
both 1 '*ends the program (exit code 113)' '*ended the program (exit code 113)' '-DIN_CALL=_exit(113)'
both 1 '*ends the program (exit code 5)' '*ended the program (exit code 5)' '-DIN_CALL=quick_exit(5)'
both 1 '*crashes (Aborted)' '*crashed (Aborted)' '-DIN_CALL=abort()'
both 1 '*crashes (Aborted)' '*crashed (Aborted)' '-DIN_CALL=assert(!counter)'
both 1 '*crashes (Segmentation fault)' '*crashed (Segmentation fault)' '-DIN_CALL=*(volatile int *)8 = 1'
both 1 '*crashes (Segmentation fault)' '*crashed (Segmentation fault)' '-DIN_CALL=deeper(0)'
both 1 '*longjmp() to where this thread did not call setjmp()' '*crashed (Segmentation fault)' '-DIN_CALL=longjmp(away, 1)'
both 1 '*crashes (*)' '*crashed (*)' '-DIN_CALL=__builtin_trap()'
both 1 '*kills itself (SIGKILL)' '*kills itself (SIGKILL)' '-DIN_CALL=raise(SIGKILL)'
both 1 '*kills itself (SIGKILL)' '*kills itself (SIGKILL)' '-DIN_CALL=kill(getpid(), SIGKILL)'
both 1 '*kills itself (SIGTERM)' '*kills itself (SIGTERM)' '-DIN_CALL=raise(SIGTERM)'
both 1 '*kills itself (SIGINT)' '*kills itself (SIGINT)' '-DIN_CALL=raise(SIGINT)'
both 1 '*stops itself (SIGSTOP)' '*stops itself (SIGSTOP)' '-DIN_CALL=raise(SIGSTOP)'
both 1 '*stops itself (SIGTSTP)' '*stops itself (SIGTSTP)' '-DIN_CALL=raise(SIGTSTP)'
both 1 '*ends its thread (pthread_exit) instead of returning' '*ended a thread in a call (pthread_exit)' '-DIN_CALL=pthread_exit(0)'
both 1 '*ends its thread (thrd_exit) instead of returning' '*ended a thread in a call (thrd_exit)' '-DIN_CALL=thrd_exit(0)'

# ---- create and destroy ----
for how in 'abort():(Aborted)' '*(volatile int *)8 = 1:(Segmentation fault)' 'raise(SIGFPE):(Floating point exception)'; do
    both 1 "*crashes ${how##*:} in create()" "*crashed ${how##*:} in create()" "-DIN_CREATE=${how%:*}"
    both 1 "*crashes ${how##*:} in destroy()" "*crashed ${how##*:} in destroy()" "-DIN_DESTROY=${how%:*}"
done
both 1 '*ends the program (exit code 3) in create()' '*ended the program (exit code 3) in create()' '-DIN_CREATE=exit(3)'
both 1 '*ends the program (exit code 3) in destroy()' '*ended the program (exit code 3) in destroy()' '-DIN_DESTROY=exit(3)'
both 1 '*create() returned NULL' '*create() returned NULL*' '-DIN_CREATE=return 0'
for waits in 'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); pthread_mutex_lock(&m)' \
    'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; pthread_mutex_lock(&m); pthread_cond_wait(&c, &m)' \
    'pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; pthread_rwlock_rdlock(&l); pthread_rwlock_wrlock(&l)' \
    'pthread_spinlock_t l; pthread_spin_init(&l, 0); pthread_spin_lock(&l); pthread_spin_lock(&l)' \
    'sem_t s; sem_init(&s, 0, 0); sem_wait(&s)' \
    'pthread_barrier_t b; pthread_barrier_init(&b, 0, 2); pthread_barrier_wait(&b)' \
    'again()'; do
    explore 1 '*create(): it waits for ever' "-DIN_CREATE=$waits"
    explore 1 '*destroy(): it waits for ever' "-DIN_DESTROY=$waits"
done
explore 0 'holds*' '-DIN_CREATE=pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; struct timespec t = { 1, 0 }; pthread_mutex_lock(&m); if (pthread_mutex_timedlock(&m, &t) != ETIMEDOUT || pthread_mutex_trylock(&m) != EBUSY) abort()'
explore 0 'holds*' '-DIN_CREATE=sem_t s; sem_init(&s, 0, 0); if (!sem_trywait(&s) || errno != EAGAIN) abort()'
explore 1 '*destroy(): it leaves 1 block of 4 bytes that create() allocated*' '-DIN_DESTROY=(void)0'
explore 1 '*destroy(): a block is freed twice' '-DIN_DESTROY=free(counter); free(counter)'
explore 1 '*destroy(): a block is freed twice' '-DIN_CALL=free(counter)'
explore 1 '*crashes (Aborted) in destroy()' '-DIN_DESTROY=if (counter->n) abort(); free(counter)'
both 1 '*hangs in create()*' '*hangs in create()' '-DIN_CREATE=pause()'
both 1 '*hangs in destroy()*' '*hangs in destroy()' '-DIN_DESTROY=spin()'
explore 65 '*while it is loaded' '-DIN_LOAD=abort()'
stress 65 '*while it is loaded' '-DIN_LOAD=abort()'
explore 65 '*it calls pthread_create(), which the explorer cannot follow' '-DIN_LOAD=pthread_t t; pthread_create(&t, 0, 0, 0)'
expect 5 2 '*the time was up before it was loaded' explore "$here/misbehave.c" --timeout 1s -- -w '-DIN_LOAD=spin()'
expect 6 2 '*the time was up before it was loaded' stress "$here/misbehave.c" --seconds 1s -- -w '-DIN_LOAD=spin()'
both 65 '*hangs while it is loaded' '*hangs while it is loaded' '-DIN_LOAD=pause()'

# ---- hangs, and what is none ----
for how in 'spin()' 'sigsuspend(&signals)' 'pipe(ends); read(ends[0], arguments, 1)' 'block_signals(); pause()' \
    'close_everything(); pause()'; do
    explore 1 '*hangs*' "-DIN_CALL=$how" --accept lib:c --accept lib:linnet
    stress 1 '*hangs' "-DIN_CALL=$how"
done
explore 1 '*waits for ever without a reason*' '-DIN_CALL=for (;;) sched_yield()'
stress 1 '*hangs' '-DIN_CALL=for (;;) sched_yield()'
for how in 'pause()' 'close_everything(); spin()' 'block_signals(); spin()'; do
    expect 10 2 'unknown*' explore "$here/misbehave.c" --timeout 1s --no-save -- -w "-DIN_CALL=$how"
done
for how in 'close_everything()' 'block_signals()' 'char c; read(0, &c, 1)' 'chdir("/")' 'signal(SIGALRM, on_signal)' \
    'printf("holds: no\n"); fflush(stdout)' 'dlopen("libm.so.6", RTLD_NOW)' 'struct rlimit none = { 0, 0 }; setrlimit(RLIMIT_CORE, &none)'; do
    explore 0 'holds*' "-DIN_CALL=$how" --accept lib:c --accept lib:linnet
    stress 0 'holds*' "-DIN_CALL=$how"
    grep -q 'holds: no' out && wrong "$how: what the code prints is among the answers"
done

# ---- killed from outside: nothing is known ----
"$linnet" stress "$here/misbehave.c" --seconds 20s --hang 20s >out 2>err -- -w '-DIN_CALL=pause()' &
parent=$!
sleep 1
for child in $(left_behind); do
    [ "$child" -eq $parent ] || kill -KILL "$child"
done
code=0
wait $parent || code=$?
[ $code -eq 2 ] || wrong "killed from outside: exit code $code: $(cat out err)"

# ---- linnet is killed: nothing stays ----
for command in explore stress; do
    "$linnet" $command "$here/misbehave.c" --hang 60s >/dev/null 2>&1 -- -w '-DIN_CALL=pause()' &
    parent=$!
    sleep 1
    kill -KILL $parent
    wait $parent 2>/dev/null
    sleep 0.2
    left=$(left_behind)
    [ -z "$left" ] || wrong "$command, killed: left behind: $left"
done

# ---- the compiler: it has its time, and nothing of it stays ----
mkfifo never.h
printf '#include "%s"\n' "$work/never.h" >waits.c
echo '{"process":0,"type":"invoke","f":"get"}' >one.jsonl
for command in explore stress 'check --spec waits.c one.jsonl --timeout 2s'; do
    case $command in
    check*) ;;
    *) command="$command waits.c --timeout 2s" ;;
    esac
    # shellcheck disable=SC2086 # several words
    expect 10 2 '*waits.c: the time was up before it was compiled' $command
done
"$linnet" explore waits.c >/dev/null 2>&1 &
parent=$!
sleep 1
kill -KILL $parent
wait $parent 2>/dev/null
sleep 0.2
left=$(left_behind)
[ -z "$left" ] || wrong "killed while it compiles: left behind: $left"

# ---- values: as they are, or refused by name ----
value() { # CODE FIRST-LINE VALUE KIND LENGTH
    KIND=$4 LENGTH=$5
    export KIND LENGTH
    for cc in explore stress; do
        limit='--rounds 2 --length 2'
        [ $cc = stress ] || limit='--tests 1 --calls 1'
        # shellcheck disable=SC2086 # several words
        expect 60 "$1" "$2" $cc "$here/values.c" --spec "$here/values_spec.c" $limit -- -w "-DVALUE=$3"
    done
}
value 0 'holds*' 'linnet_list(items, 300)' 5 300
value 0 'holds*' 'linnet_list(items, 3000)' 5 3000
value 0 'holds*' 'linnet_list(items, 0)' 5 0
value 0 'holds*' 'linnet_string(text, 1025)' 4 1025
value 0 'holds*' 'linnet_string(text, 50000)' 4 50000
value 0 'holds*' 'map(pairs, 4)' 6 4
value 0 'holds*' 'map(pairs, 0)' 6 0
value 0 'holds*' 'real(0.5)' 3 0
value 0 'holds*' 'real(2)' 2 0
value 0 'holds*' 'nested(400)' 5 1
value 65 "*operation 'get' returns a map that has a key twice" 'map(pairs, 6)' 6 6
value 65 "*operation 'get' returns a map that has a key without a value" 'map(pairs, 3)' 6 3
value 65 "*operation 'get' returns a map whose keys are not all strings" 'map(items, 4)' 6 4
value 65 "*operation 'get' returns a number that is not finite" 'real(NAN)' 3 0
value 65 "*operation 'get' returns a number that is not finite" 'real(INFINITY)' 3 0
value 65 "*operation 'get' returns a string that is not UTF-8*" 'linnet_string("\xff", 1)' 4 1
value 65 "*operation 'get' returns a string that is not UTF-8*" 'linnet_string("\0", 1)' 4 1
value 65 "*operation 'get' returns the string \"?\"*" 'linnet_string("?", 1)' 4 1
value 65 "*operation 'get' returns a value that is nested more than 500 deep" 'nested(600)' 5 1
value 65 "*operation 'get' returns linnet_everything(), which is for the partition of a spec" 'linnet_of_kind(LINNET_KIND_EVERYTHING)' 8 0
value 65 "*operation 'get' returns a value of a kind that there is not" 'linnet_of_kind((linnet_kind)77)' 77 0
expect 60 65 '*takes more than 262144 bytes' explore "$here/values.c" --tests 1 -- -w '-DVALUE=linnet_list(items, 20000)'
expect 60 65 '*too large to be recorded*' stress "$here/values.c" --spec "$here/values_spec.c" --rounds 1 -- -w '-DVALUE=linnet_list(items, 20000)'

[ $failed -eq 0 ] && echo "all as it should be"
exit $failed
