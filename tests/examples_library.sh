#!/bin/sh
# Do the programs of examples/library say what they should, in C, C++ and Python? examples_library.sh EXAMPLES LIBRARY FLAG...
# LIBRARY is the folder of liblinnet.so; FLAG... compiles and links with it. CC, CXX and INSTALL_TEST_FLAGS as usual.
set -u
examples=$1 library=$2
shift 2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
tail -n +2 "$examples/judge.c" >"$work/shown" # without its comment
cat >"$work/expected" <<'END_OF_REPORT'
violated: jobs is not linearizable as a queue
  3 operations by 2 processes.

  alice  #= 1 enq(1) =# #: 2 enq(2) :::#
  bob                   #= deq() -> 2 =#

  BP2: `deq() -> 2` (process bob) returned although 1 had not been dequeued, but
  `enq(1)` (process alice) had finished before `enq(2)` (process alice) began.
END_OF_REPORT

says() { # NAME COMMAND...
    name=$1
    shift
    LD_LIBRARY_PATH=$library "$@" >"$work/said" 2>"$work/messages"
    [ $? = 1 ] && cmp -s "$work/expected" "$work/said" && return
    echo "$name says:"
    cat "$work/said" "$work/messages"
    failed=1
}
compile() { # COMPILER STANDARD SOURCE FLAG...
    compiler=$1 standard=$2 source=$3
    shift 3
    # shellcheck disable=SC2086 # flags are meant to be split
    "$compiler" ${INSTALL_TEST_FLAGS:-} -std=$standard -Wall -Wextra -Werror "$source" -o "$work/judge" "$@" || failed=1
    says "$(basename "$source"), $standard" "$work/judge"
}
compile "${CC:-cc}" c11 "$examples/judge.c" "$@"
for standard in c++11 c++20; do compile "${CXX:-c++}" $standard "$examples/judge.cc" "$@"; done
# Python is no sanitized program, so it cannot load a sanitized library.
[ -n "${INSTALL_TEST_FLAGS:-}" ] || ! command -v python3 >/dev/null || says judge.py python3 "$examples/judge.py"
# The page shows the program as it is.
page=$examples/../../docs/library.md
[ ! -e "$page" ] || sed -n '/^```c$/,/^```$/{ /^```$/q; /^```c$/!p; }' "$page" |
    diff - "$work/shown" || { echo "docs/library.md shows another judge.c"; failed=1; }
exit $failed
