#!/bin/sh
# Does each name mean one thing? No struct, enum or union is defined twice in src, each header is guarded by its own path,
# and no two objects of a library, or of the program with its modules, define the same external name:
#   names.sh ROOT LIBRARY... -- OBJECT...
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

for header in $(find src -name '*.h'); do
    guard=LN_$(echo "${header#src/}" | tr 'a-z/.-' 'A-Z___')
    [ "$(sed -n 's/^#ifndef //p' "$header" | head -n 1)" = "$guard" ] || { echo "$header: is not guarded by $guard"; failed=1; }
done

# Every module has its linnet_module.
once() { # what they are, file...
    what=$1
    shift
    names=$(nm --defined-only --extern-only "$@" 2>/dev/null | awk '$2 ~ /^[TDBRC]$/ && $3 != "linnet_module" { print $3 }')
    [ -n "$names" ] || { echo "$what: no names"; failed=1; }
    twice=$(echo "$names" | sort | uniq -d)
    [ -z "$twice" ] || { echo "$what: defined twice:" $twice; failed=1; }
}

while [ "$1" != -- ]; do
    once "$1" "$1"
    shift
done
shift
once "the program and its modules" "$@"
exit $failed
