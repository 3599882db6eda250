#!/bin/sh
# Does nothing change but what is handed from hand to hand? Variables that live as long as the program are constant, but
# for those that a signal handler needs, which can reach nothing else: globals.sh OBJECT-OR-LIBRARY...
#   contain     a signal handler, in a process of its own
#   worker      a signal handler, in the process that explores
#   stepping    what a signal handler and the watchdog read of each thread that is in the user's spec
#   guard, interrupt
#               signal handlers
set -u
allowed="
contain.told
worker.crashing
stepping.all stepping.key stepping.mine stepping.once
guard.cpu_limit guard.history_path guard.spec_path guard.told interrupt.interrupted"

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
