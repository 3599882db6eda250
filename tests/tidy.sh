#!/bin/sh
# Does clang-tidy find nothing that .clang-tidy asks for? tidy.sh ROOT BUILD, which was made with clang.
set -u
cd "$1" || exit 1
find src bench fuzz tools -name '*.c' -print0 | xargs -0 -P2 -n8 clang-tidy-14 -p "$2" --quiet 2>/dev/null
