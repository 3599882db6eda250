#!/bin/sh
# The smallest depth whose family has a witness, and the sizes of the families of depth 1 to 4, of every history of the
# corpus folder juc against its truth: hitting.sh LINNET
# LINNET_CORPUS_EVERY=8 takes one history in 8 only. The corpus is beside the project or named by LINNET_CORPUS; without
# it the test is skipped (77).
set -u
linnet=$1 every=${LINNET_CORPUS_EVERY:-1}
corpus=${LINNET_CORPUS:-../shared/corpus}
if [ ! -d "$corpus/juc" ]; then
    echo "no corpus at $corpus/juc: nothing was compared (set LINNET_CORPUS)"
    exit 77
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
for class in "$corpus"/juc/*.jsonl; do
    [ "$(basename "$class")" = truth.jsonl ] || awk -v every="$every" 'NR % every == 0' "$class"
done > "$work/histories"
"$linnet" depth --json --max-depth 5 "$work/histories" > "$work/found" || exit 1

# id, smallest depth (none: more than 5, or not linearizable), sizes
facts() {
    awk '
        function field(name, end,    rest) {
            if (!match($0, "\"" name "\": *[\"[]?")) return ""
            rest = substr($0, RSTART + RLENGTH)
            sub(end ".*", "", rest)
            gsub(/ /, "", rest)
            return rest
        }
        /^{"id"/ {
            depth = field("min_d", "[\",}]")
            if (depth !~ /^[1-5]$/) depth = "none"
            sizes = field(sizes_name, "]")
            split(sizes, size, ",")
            print field("id", "\"") "\t" depth "\t" size[1] " " size[2] " " size[3] " " size[4]
        }' sizes_name="$1" "$2" | sort
}
facts schedules "$work/found" > "$work/mine"
facts schedules_d1_4 "$corpus/juc/truth.jsonl" > "$work/truth"
count=$(grep -c . "$work/histories")
[ "$(grep -c . "$work/mine")" = "$count" ] || { echo "not all of $count histories were measured"; exit 1; }
comm -23 "$work/mine" "$work/truth" > "$work/wrong"
if [ -s "$work/wrong" ]; then
    head "$work/wrong"
    echo "$(grep -c . "$work/wrong") of $count histories differ from the truth"
    exit 1
fi
echo "$count histories: depths and families are those of the truth"
