#!/bin/sh
# Every verdict of a corpus folder against its truth: run.sh LINNET FOLDER
#   etcd, kv   every verdict must be right
#   limo       right, or unknown within the time limit where the truth was not found by search; the history marked
#              malformed must be refused with exit code 65
# The corpus is beside the project or named by LINNET_CORPUS; without it the test says so and passes.
set -u
linnet=$1 folder=$2
corpus=${LINNET_CORPUS:-../shared/corpus}
if [ ! -d "$corpus/$folder" ]; then
    echo "no corpus at $corpus/$folder: nothing was compared (set LINNET_CORPUS)"
    exit 0
fi
cd "$corpus/$folder" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

field() { sed -n "s/.*\"$1\": *\"\{0,1\}\([^\",}]*\).*/\1/p"; }

# id, truth, method
sed 's/^/ /' truth.jsonl | while IFS= read -r line; do
    id=$(printf '%s' "$line" | field id)
    truth=$(printf '%s' "$line" | field linearizable)
    method=$(printf '%s' "$line" | field own_method)
    case $line in *'"malformed": true'*) truth=malformed ;; esac
    echo "$id	$truth	${method:-search}"
done > "$work/truth"

cut -f1 "$work/truth" | tr '\n' '\0' |
    xargs -0 "$linnet" check --json --timeout "${LINNET_CORPUS_TIMEOUT:-10s}" > "$work/out" 2> "$work/err"
sed 's/^{"id":"\([^"]*\)".*"verdict":"\([a-z]*\)".*/\1	\2/' "$work/out" > "$work/verdicts"

# What a search has decided once must be decided again, on a slow or busy machine too: it gets more time.
awk -F '\t' 'NR == FNR { said[$1] = $2; next } said[$1] == "unknown" && $3 ~ /^search/ { print $1 }' \
    "$work/verdicts" "$work/truth" | tr '\n' '\0' |
    xargs -0 -r "$linnet" check --json --timeout 60s 2>> "$work/err" |
    sed 's/^{"id":"\([^"]*\)".*"verdict":"\([a-z]*\)".*/\1	\2/' >> "$work/verdicts"

awk -F '\t' -v err="$work/err" '
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
