#!/bin/sh
# Does each name mean one thing? No struct, enum or union is defined twice in src, and no two objects of a library define the
# same external name: names.sh ROOT LIBRARY...
set -u
cd "$1" || exit 1
shift
failed=0

twice=$(cat src/*/*.[ch] src/*/*/*.[ch] | sed -nE 's/^[[:space:]]*(static )?(STATE )?(typedef )?(struct|enum|union) ([A-Za-z_0-9]+) \{.*/\4 \5/p' |
    sort | uniq -d)
if [ -n "$twice" ]; then
    echo "$twice" | while read -r kind name; do
        grep -nE "^[[:space:]]*(static )?(STATE )?(typedef )?$kind $name \{" src/*/*.[ch] src/*/*/*.[ch]
    done
    failed=1
fi

for library; do
    names=$(nm --defined-only --extern-only "$library" 2>/dev/null | awk '$2 ~ /^[TDBRC]$/ { print $3 }')
    [ -n "$names" ] || { echo "$library: no names"; failed=1; }
    twice=$(echo "$names" | sort | uniq -d)
    [ -z "$twice" ] || { echo "$library: defined twice:" $twice; failed=1; }
done
exit $failed
