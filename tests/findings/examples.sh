#!/bin/sh
# What linnet says of the examples, looked at by findings: examples.sh LINNET FINDINGS EXAMPLES
set -u
linnet=$1 findings=$2
cd "$3" || exit 1
{
    for file in *.jsonl *.log monitor/*.jsonl; do
        [ -f "$file" ] || continue
        "$linnet" check --json "$file"
        "$linnet" check "$file"
        "$linnet" monitor --exact --json "$file"
    done
    for file in explore/*/*.jsonl explore/*.jsonl; do
        [ -f "$file" ] && "$linnet" check --json "$file"
    done
} 2>/dev/null | "$findings" -
