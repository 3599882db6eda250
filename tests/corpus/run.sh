#!/bin/sh
# Every verdict of a corpus folder against its truth: run.sh LINNET FOLDER [FILE]
#   etcd, kv   every verdict must be right
#   limo       right, or unknown within the time limit where the truth was not found by search; the history marked
#              malformed must be refused with exit code 65
#   juc        every verdict must be right; of classes that are no spec the histories must be readable
# With FILE (histories.jsonl) the same histories are read from that file instead of from their own.
# The corpus is beside the project or named by LINNET_CORPUS; without it the test is skipped (77).
set -u
linnet=$1 folder=$2 file=${3:-}
corpus=${LINNET_CORPUS:-../shared/corpus}
if [ ! -d "$corpus/$folder" ]; then
    echo "no corpus at $corpus/$folder: nothing was compared (set LINNET_CORPUS)"
    exit 77
fi
case $linnet in /*) ;; *) linnet=$PWD/$linnet ;; esac
cd "$corpus/$folder" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
limit=${LINNET_CORPUS_TIMEOUT:-10s}

# id, truth, method, object
awk '
    function field(name,    rest) {
        if (!match($0, "\"" name "\": *\"?")) return ""
        rest = substr($0, RSTART + RLENGTH)
        sub(/[",}].*/, "", rest)
        return rest
    }
    { method = field("own_method"); truth = field("linearizable")
      if ($0 ~ /"malformed": *true/) truth = "malformed"
      print field("id") "\t" truth "\t" (method == "" ? "search" : method) "\t" field("object") }
' truth.jsonl > "$work/all"

verdicts() { sed 's/^{[^}]*"id":"\([^"]*\)","verdict":"\([a-z]*\)".*/\1	\2/'; }

# Decides the histories named on standard input, one per line.
decide() {
    if [ -n "$file" ]; then
        awk 'NR == FNR { wanted["\"id\":\"" $0 "\""]; next }
             { match($0, /"id":"[^"]*"/); if (substr($0, RSTART, RLENGTH) in wanted) print }' - "$file" > "$work/some"
        if [ -s "$work/some" ]; then "$linnet" check --json --timeout "$1" "$work/some"; fi
    else
        tr '\n' '\0' | xargs -0 -r "$linnet" check --json --timeout "$1"
    fi 2>> "$work/err" | verdicts
}

if [ "$folder" = juc ]; then
    : > "$work/truth"
    : > "$work/verdicts"
    for class in *.jsonl; do
        object=${class%.jsonl}
        [ "$object" = truth ] && continue
        if "$linnet" specs "$object" > /dev/null 2>&1; then
            awk -F '\t' -v object="$object" '$4 == object' "$work/all" >> "$work/truth"
            "$linnet" check --json --timeout "$limit" "$class" 2>> "$work/err" | verdicts >> "$work/verdicts"
        else
            echo "$object is no spec: its histories are only read"
            "$linnet" convert --to native "$class" > "$work/native" || exit 1
            [ "$(grep -c '"linnet":1' "$work/native")" = "$(grep -c . "$class")" ] || exit 1
        fi
    done
    [ -s "$work/truth" ] || exit 0
else
    # A file of many histories has none that is malformed.
    if [ -n "$file" ]; then grep -v '	malformed	' "$work/all" > "$work/truth"; else cp "$work/all" "$work/truth"; fi
    cut -f1 "$work/truth" | decide "$limit" > "$work/verdicts"
    # What a search has decided once must be decided again, on a slow or busy machine too: it gets more time.
    awk -F '\t' 'NR == FNR { said[$1] = $2; next } said[$1] == "unknown" && $3 ~ /^search/ { print $1 }' \
        "$work/verdicts" "$work/truth" | decide 60s >> "$work/verdicts"
fi

awk -F '\t' '
    NR == FNR { said[$1] = $2; next }
    { n++
      verdict = $1 in said ? said[$1] : "refused"
      if ($2 == "malformed") { bad = verdict != "refused" }
      else if (verdict == "unknown") { bad = ($3 ~ /^search/); unknown++ }
      else { bad = verdict != ($2 == "true" ? "holds" : "violated") }
      if (bad) { print "wrong: " $1 " is " $2 " (" $3 "), linnet says " verdict; wrong++ }
      else if (verdict != "unknown") right++
    }
    END { printf "%d histories: %d right, %d unknown, %d wrong\n", n, right, unknown, wrong
          exit wrong > 0 || n == 0 }' "$work/verdicts" "$work/truth"
