#!/bin/sh
# Does linnet-finding(5) tell of every member that findings have, and of no other? members.sh LINNET MEMBERS PAGE EXAMPLES TOLD...
# What findings have is seen in what commands told (TOLD: files), and in files that are saved here.
set -u
linnet=$1 members=$2 page=$3
examples=$(cd "$4" && pwd) || exit 1
shift 4
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# Names stand behind .TP, below the headings of the parts.
awk '/^\.SH /  { part = $2; next }
     /^\.TP/   { name = 1; next }
     name      { name = 0
                 if (part ~ /^(MEMBERS|SUBJECT|COVERAGE|EVIDENCE|COST)$/) {
                     gsub(/^\.BR? |"/, ""); gsub(/,/, " ")
                     for (i = 1; i <= NF; i++) print part, $i
                 } }' "$page" | sort -u >"$work/documented"
awk 'BEGIN {
    print "{\"linnet\":1,\"spec\":\"counter\"}"
    for (i = 1; i <= 40; i++)
        printf "{\"process\":%d,\"f\":\"add\",\"args\":[%.0f],\"call\":0,\"return\":null}\n", i, 2 ^ i
    print "{\"process\":0,\"f\":\"read\",\"args\":[],\"result\":1,\"call\":1,\"return\":2}"
}' >"$work/undecided.jsonl"
{
    cat "$@"
    cd "$examples" && "$linnet" check --quiet --explain --save - ./*.jsonl ./*.log 2>/dev/null
    "$linnet" check --json --keyed jepsen-etcd.log; "$linnet" check --json --timeout 100ms "$work/undecided.jsonl"
    "$linnet" stress --json --no-save --cc cc --spec counter --rounds 1 explore/counter_test.c explore/counter1.c
} | "$members" | sort -u >"$work/seen"
[ "$(wc -l <"$work/seen")" -gt 60 ] || { echo 'there are too few members'; failed=1; }
comm -23 "$work/seen" "$work/documented" | sed 's/^/linnet-finding(5) does not tell of: /' >"$work/wrong"
comm -13 "$work/seen" "$work/documented" | sed 's/^/linnet-finding(5) tells of what nothing has: /' >>"$work/wrong"
cat "$work/wrong"
[ -s "$work/wrong" ] && failed=1
exit $failed
