#!/bin/sh
# Ctrl-C while the compiler works, at any of its steps, or the solver: is that what is said, and is nothing left behind? So
# it is when linnet is told to end, or its terminal is closed.
# interrupted.sh LINNET EXAMPLES
set -u
linnet=$1 examples=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
TMPDIR=$work/temporary
export TMPDIR
mkdir "$TMPDIR"
failed=0 signal=INT

# A compiler that never comes to an end, once it is given that word, and has begun a file by then.
slow() {
    cat >"$work/slow" <<END
#!/bin/sh
for word in "\$@"; do
    [ "\$word" = "$1" ] && { : >"\${TMPDIR:-/tmp}/begun"; exec sleep 60; }
done
exec ${2:-cc} "\$@"
END
    chmod +x "$work/slow"
}

# try WHAT ARGUMENT...: linnet is interrupted when the compiler has come so far
try() {
    what=$1
    shift
    env -u LD_PRELOAD "$linnet" "$@" >"$work/out" 2>"$work/err" &
    process=$!
    for turn in $(seq 200); do
        ls "$TMPDIR"/*/begun >/dev/null 2>&1 && break
        sleep 0.1
    done
    kill -$signal $process
    wait $process
    code=$?
    [ $code -eq 2 ] && grep -q 'interrupted before it was compiled' "$work/out" "$work/err" || {
        echo "$what: exit code $code, turn $turn"
        cat "$work/out" "$work/err"
        failed=1
    }
    [ -z "$(ls -A "$TMPDIR")" ] || {
        echo "$what: left behind: $(ls -AR "$TMPDIR")"
        rm -rf "${TMPDIR:?}"/*
        failed=1
    }
}

# The same, and there is an answer.
try_answer() {
    try "$@"
    head -n 1 "$work/out" | grep -Eq '^unknown: |"verdict":"unknown","reason":"interrupted"' || {
        echo "$1: no answer"
        cat "$work/out" "$work/err"
        failed=1
    }
}

cd "$examples/explore" || exit 1
for word in -dM -S -c -shared; do
    slow $word
    try_answer "explore, $word" explore counter_test.c counter1.c --no-save --cc "$work/slow"
done
slow -shared
try 'explore, a reference' explore counter_test.c counter1.c --reference counter2.c --no-save --cc "$work/slow"
slow nothing
"$linnet" explore counter_test.c counter1.c --quiet --save "$work/counter.finding" --cc "$work/slow"
for word in -dM -S -c -shared; do
    slow $word
    try_answer "replay, $word" replay "$work/counter.finding" --json --cc "$work/slow"
done
for signal in INT TERM HUP; do
    try_answer "stress, $signal" stress counter_test.c counter1.c --no-save --json --cc "$work/slow"
done
signal=INT
slow -emit-llvm clang-14
try_answer model model counter_test.c counter1.c --no-save --cc "$work/slow"
slow -shared
CC=$work/slow
export CC
try 'check, a spec in C' check --spec "$examples/spec/tickets.c" "$examples/spec/tickets.jsonl"
try 'depth, a spec in C' depth --spec "$examples/spec/tickets.c" "$examples/spec/tickets.jsonl"
try 'monitor, a spec in C' monitor --exact --spec "$examples/spec/tickets.c" "$examples/spec/tickets.jsonl"

"$linnet" monitor --grammar rwlock --k 2 --derive >"$work/out" 2>"$work/err" &
process=$!
sleep 0.7
kill -INT $process
wait $process
code=$?
[ $code -eq 2 ] && grep -q 'interrupted before its formulas were derived' "$work/err" || {
    echo "monitor --grammar: exit code $code"
    cat "$work/err"
    failed=1
}
exit $failed
