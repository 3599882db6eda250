#!/bin/sh
# Is what random schedules find reproduced from its file, and shown as it was told? replays.sh LINNET EXAMPLES SEEDS
set -u
linnet=$1
cd "$2" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0 found=0
for object in 'counter_test.c counter1.c' 'counter2_test.c counter2.c' 'pair_test.c pair.c' 'stack_test.c treiber.c' \
    'reset_event_test.c reset_event.c'; do
    seed=0
    while [ $seed -lt "$3" ]; do
        seed=$((seed + 1))
        rm -f "$work/found"
        # shellcheck disable=SC2086 # two files
        "$linnet" explore $object --random 300 --tests 20 --seed $seed --save "$work/found" >"$work/said" 2>&1
        [ $? -eq 1 ] || continue
        found=$((found + 1))
        "$linnet" replay "$work/found" >"$work/again" 2>&1 || {
            echo "$object, seed $seed: found, but not again"
            head -1 "$work/said" "$work/again"
            failed=1
        }
        "$linnet" show "$work/found" 2>&1 | diff "$work/said" - >"$work/differs"
        grep '^[<>]' "$work/differs" | grep -v '^<   Saved: ' && {
            echo "$object, seed $seed: shown in another way than it was told"
            failed=1
        }
    done
done
[ $found -gt "$3" ] || {
    echo "only $found of the seeds found anything"
    failed=1
}
exit $failed
