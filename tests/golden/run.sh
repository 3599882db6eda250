#!/bin/sh
# One case of the command line against what it printed before: run.sh LINNET CASE-DIRECTORY
#
#   cmd      shell lines, run in the case's directory; $EXAMPLES is the folder of examples, $TMP a folder to write to
#   stdout   what it prints
#   stderr   what it prints there; not compared when the file is missing
#   exit     its exit code
#
# UPDATE=1 writes stdout, exit and (where it exists, or something was said) stderr anew: read them before you keep them.
set -u
linnet=$1
cd "$2" || exit 1
EXAMPLES=$(cd ../../../examples && pwd) || exit 1
TMP=$(mktemp -d) || exit 1
trap 'rm -rf "$TMP"' EXIT
LC_ALL=C
# What a sanitizer finds must not pass for a verdict.
ASAN_OPTIONS=exitcode=99:${ASAN_OPTIONS:-}
UBSAN_OPTIONS=exitcode=99:${UBSAN_OPTIONS:-}
export EXAMPLES TMP LC_ALL ASAN_OPTIONS UBSAN_OPTIONS

linnet() { "$linnet" "$@"; }

# Runs a command and hides what differs from run to run, and between machines: time, memory, how much was searched, what
# was compiled, and the text of sources.
masked() {
    "$@" >"$TMP/.unmasked"
    set -- $?
    sed -e 's/seconds":[0-9.]*/seconds":S/g' -e 's/"memory":[0-9]*/"memory":M/' \
        -e 's/\("name":"[^"]*","digest":"\)[0-9a-f]*/\1D/g' -e 's/"code":"[0-9a-f]*"/"code":"C"/' \
        -e 's/"configurations":[0-9]*/"configurations":C/' -e 's/"bytes_per_state":[0-9.]*/"bytes_per_state":B/' \
        -e 's/[0-9][0-9]* configurations\{0,1\}, [0-9.]* s CPU, [0-9.]* MB/C configurations, S s CPU, M MB/' \
        -e 's/after [0-9][0-9]* configurations\{0,1\}/after C configurations/' "$TMP/.unmasked"
    return "$1"
}

(. ./cmd) >"$TMP/.stdout" 2>"$TMP/.stderr" </dev/null
echo $? >"$TMP/.exit"

if [ -n "${UPDATE:-}" ]; then
    cp "$TMP/.stdout" stdout
    cp "$TMP/.exit" exit
    if [ -e stderr ] || [ -s "$TMP/.stderr" ]; then cp "$TMP/.stderr" stderr; fi
    exit 0
fi

failed=0
for part in exit stdout stderr; do
    [ -e "$part" ] || continue
    diff -u --label "$part (expected)" --label "$part" "$part" "$TMP/.$part" || failed=1
done
if [ ! -e exit ] || [ ! -e stdout ]; then
    echo "$2: no exit or stdout to compare with; UPDATE=1 writes them"
    failed=1
fi
exit $failed
