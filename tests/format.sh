#!/bin/sh
# Is the C written as .clang-format says? format.sh ROOT, or format.sh ROOT -i to write it so. Left alone: models and
# examples, whose lines findings name, programs that are there to be strange, and the public headers, which are read by
# those who have not seen the rest and are laid out by hand.
set -u
cd "$1" || exit 1
find src bench fuzz tools tests/findings tests/naive tests/prop tests/programs tests/support tests/unit \
    -name '*.[ch]' -print0 | xargs -0 clang-format-14 ${2:---dry-run -Werror} # two words, or one
