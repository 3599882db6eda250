#!/bin/sh
# Does nothing change but what is handed from hand to hand? Variables that live as long as the program are constant, but
# for the few below: globals.sh OBJECT-OR-LIBRARY...
#   outfile     names of hidden files differ between threads
#   contain     a signal handler, in a process of its own; and what does not change once it is set
#   filter      a program for the kernel, in such a process
#   worker      a signal handler, in the process that explores; and what is large for a stack
#   compiler    whether to give up waiting for a compiler, for the whole program
#   stepping    what of each thread outlives a run of the user's spec, and is used again
#   guard, interrupt
#               signal handlers
#   cmd_monitor, cmd_replay, explore_picture
#               large for a stack, in a program that runs one command
set -u
allowed="
outfile.counter
contain.told contain.killed_before
filter.program
worker.crashing worker.stack worker.worker
compiler.give_up_at compiler.interrupted
stepping.all stepping.key stepping.mine stepping.once
guard.cpu_limit guard.history_path guard.spec_path guard.told interrupt.interrupted
cmd_monitor.monitoring cmd_replay.files cmd_replay.flags cmd_replay.replaying explore_picture.spans"

# The section tells: what is constant but has to be relocated is in .data.rel.ro. A static variable of a function has the
# function before its name or a number behind it.
found=$(objdump -t "$@" | awk '
    { sub(/ \.hidden/, "") }
    /file format/ { file = $1; sub(/:$/, "", file); sub(/.*\//, "", file); sub(/\.c\.o$/, "", file) }
    NF > 4 && $(NF - 2) ~ /^(\.t?bss|\.t?data|\*COM\*)/ && $(NF - 2) !~ /^\.data\.rel\.ro/ && / O / {
        name = $NF
        sub(/\.[0-9]+$/, "", name); sub(/^.*\./, "", name)
        print file "." name
    }') || exit 1
[ "$(objdump -t "$@" | grep -c 'file format')" -gt 100 ] || { echo "globals.sh: too few objects"; exit 1; }
failed=0
for variable in $found; do
    case " $(echo $allowed) " in
    *" $variable "*) ;;
    *) echo "$variable: changes, and is global"; failed=1 ;;
    esac
done
exit $failed
