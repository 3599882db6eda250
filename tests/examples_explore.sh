#!/bin/sh
# The objects of examples/explore compile without a warning, with gcc and clang, as they are and with the hooks of
# -fsanitize=thread, and those that are right hold on real threads.
#   tests/examples_explore.sh LINNET PROJECT
set -eu
linnet=$1
cd "$2/examples/explore"
failed=0

warnings='-Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wformat=2 -Wvla -Werror'

compiles() { # FILE [FLAG]...
    for compiler in gcc clang; do
        for hooks in '' -fsanitize=thread; do
            # shellcheck disable=SC2086 # lists of flags are meant to be split
            "$compiler" -O2 $warnings $hooks -I../../include -c -o /dev/null "$@" ||
                { echo "$compiler $hooks $*: does not compile"; failed=1; }
        done
    done
}

for file in *.c tutorial/*.c tutorial/*/*.c; do
    compiles "$file"
done
for flags in -DFIXED -DVOLATILE '-DVOLATILE -DFIXED'; do
    # shellcheck disable=SC2086
    compiles reset_event.c $flags
done
compiles counter2.c -DFIXED
compiles queue_test.c -DTAKE
compiles ck_stack_test.c -DREUSE

holds() { # SPEC FILE... [--option] [-- FLAG]
    spec=$1
    shift
    "$linnet" stress --quiet --spec "$spec" --ops 20000 "$@" || { echo "$*: does not hold as $spec"; failed=1; }
}

for file in tas_lock_counter.c ticket_lock_counter.c retry_counter.c; do
    holds counter counter_test.c "$file"
done
holds counter counter_test.c counter2.c -- -DFIXED
holds counter globals_test.c globals.c --long # there is only one of it
for file in ms_queue.c locked_queue.c blocking_queue.c; do
    holds queue queue_test.c "$file"
done
holds stack stack_test.c treiber_tagged.c
holds stack ck_stack_test.c
holds queue:capacity=2 tutorial/ring_test.c tutorial/after/ring.c
exit $failed
