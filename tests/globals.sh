#!/bin/sh
# Does nothing change but what is handed from hand to hand? Variables that live as long as the program, or as long as a
# thread, are constant, but for those that somebody needs who is called without an argument and can reach nothing else:
# globals.sh OBJECT-OR-LIBRARY...
#   contain.told          a signal handler, in a process of its own, tells it how it died
#   worker.crashing       so does one in the process that explores
#   stepping.*            what a signal handler and the watchdog read of each thread that is in the user's spec: the list
#                         of all, the thread's own, and what takes that from the list when the thread ends
#   plugin.emitting       what a spec may emit to, a thread at a time: a spec that kept the pointer is found out by it
#   run.calling           the stage of the thread that calls the user's code, when that calls exit() and its like
#   refuse.linnet_refuse  whom the user's code tells that it did; set from outside when it is loaded
#   guard.spec_path, guard.history_path, guard.told
#                         what a signal handler says when the user's spec crashes, and that it said so
#   guard.cpu_limit       how long the watchdog lets the user's spec run
#   interrupt.interrupted that Ctrl-C came, for a signal handler to set
set -u
allowed="
contain.told
worker.crashing
stepping.all stepping.key stepping.mine stepping.once
plugin.emitting run.calling refuse.linnet_refuse
guard.cpu_limit guard.history_path guard.spec_path guard.told interrupt.interrupted"

# The section tells: what is constant but has to be relocated is in .data.rel.ro. A static variable of a function has the
# function before its name or a number behind it. What a thread has of its own is not marked as an object.
found=$(objdump -t "$@" | awk '
    { sub(/ \.hidden/, "") }
    /file format/ { file = $1; sub(/:$/, "", file); sub(/.*\//, "", file); sub(/\.c\.o$/, "", file) }
    NF > 4 && $(NF - 2) ~ /^(\.t?bss|\.t?data|\*COM\*)/ && $(NF - 2) !~ /^\.data\.rel\.ro/ &&
    (/ O / || ($(NF - 2) ~ /^\.t/ && !/ d /)) {
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
