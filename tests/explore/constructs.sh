#!/bin/sh
# constructs.sh LINNET FOLDER [all]: what reads and writes memory without looking like a read or a write.
#
# Nobody keeps threads apart, so a verdict that holds has not seen it: it must be violated, or unknown with the reason that
# not everything was seen. With a lock, and where what is copied is on the thread's own stack, it must hold. Each case is
# tried with one compiler and level of optimisation, the next one with the next, but those that are marked as usual; `all`:
# all of them with all.
linnet=$1 all=$3
cd "$2" || exit 1
failed=0 turn=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
    echo "$*"
    failed=1
}

# verdict COMPILER FILE FLAG...: into $found and $verdict
verdict() {
    compiler=$1 file=$2
    shift 2
    found=$("$linnet" explore --json --no-save --cc "$compiler" "$file" --test 'twice | once' -- "$@" 2>&1)
    verdict=$(echo "$found" | sed -n 's/.*"verdict":"\([a-z]*\)".*/\1/p')
}

# wrong NAME COMPILER FILE FLAG...
wrong() {
    name=$1
    shift
    verdict "$@" "-Dcase_$name"
    case $verdict in
    violated) ;;
    unknown) echo "$found" | grep -q '"unseen":\[{' || fail "$name: $*: unknown, but not unseen: $found" ;;
    *) fail "$name: $*: neither violated nor unknown: $found" ;;
    esac
}

# right NAME COMPILER FILE FLAG...
right() {
    name=$1
    shift
    verdict "$@" "-Dcase_$name" -DLOCKED
    [ "$verdict" = holds ] || fail "$name: $*: does not hold: $found"
}

# A compiler and a level in a line, of those that are there.
pairs() {
    for compiler in gcc clang; do
        command -v $compiler >/dev/null || continue
        for level in -O0 -O1 -O2 -O3; do
            echo "$compiler $level"
        done
    done
}
count=$(pairs | wc -l)

cases() {
    sed -n "${all:+s,/\* usual \*/,,;}"'s/^#ifdef case_\([a-z0-9_]*\) *$/\1/p' "$1"
}

# each WHAT FILE FLAG...
each() {
    what=$1 file=$2
    shift 2
    for case in $(cases "$file"); do
        turn=$(((turn + 3) % count))
        pairs | if [ -n "$all" ]; then cat; else sed -n "$((turn + 1))p"; fi >"$scratch/pairs"
        while read -r compiler level; do
            $what "$case" "$compiler" "$file" "$level" "$@" </dev/null
        done <"$scratch/pairs"
    done
}

each wrong plain.c
each wrong plain.cpp -std=c++20
each wrong builtins.c
each wrong copied.c
each wrong bitfields.c
grep -q avx2 /proc/cpuinfo && each wrong vectors.c -mavx2
each right stack.c
each right builtins.c
each right copied.c
exit $failed
