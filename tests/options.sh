#!/bin/sh
# Do man pages and --help tell of every command, option, spec and format? options.sh LINNET MANUAL PAGE...
set -u
linnet=$1 manual=$2
shift 2
failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

wrong() {
    echo "$*"
    failed=1
}

# The page of that name, with roff's way of writing a hyphen undone.
page() {
    name=$1
    shift
    for path; do
        [ "$(basename "$path")" = "$name" ] && sed 's/\\-/-/g' "$path" && return
    done
    echo "there is no page $name" >&2
    return 1
}

# tells FILE WHERE WORD: the word, neither part of a longer one nor of another option
tells() {
    grep -qE -e "(^|[^A-Za-z0-9-])$3([^A-Za-z0-9-]|\$)" "$1" || wrong "$2 does not tell of $3"
}

page linnet.1 "$@" >"$work/linnet.1" || failed=1
page linnet-history.5 "$@" >"$work/history" || failed=1
page linnet-specs.1 "$@" >"$work/specs" || failed=1
"$linnet" --help >"$work/usage" || wrong "linnet --help fails"

commands=0
for command in $("$manual" commands); do
    commands=$((commands + 1))
    tells "$work/linnet.1" linnet.1 "$command"
    tells "$work/usage" "linnet --help" "$command"
    page "linnet-$command.1" "$@" >"$work/page" || failed=1
    "$linnet" "$command" --help >"$work/help" || wrong "linnet $command --help fails"
    for option in $("$manual" names "$command"); do
        tells "$work/page" "linnet-$command.1" "$option"
        tells "$work/help" "linnet $command --help" "$option"
    done
    sed -nE 's/^  (-(.), )?--([a-z-]+)( ([A-Z][^ ]*))?.*/\3|\2|\5/p' "$work/help" >>"$work/all"
done
[ "$commands" -gt 0 ] || wrong "no commands"

# A name has one letter and one kind of argument wherever it is taken, and a letter one name.
sort -u "$work/all" >"$work/options"
cut -d '|' -f 1 "$work/options" | uniq -d >"$work/twice"
cut -d '|' -f 2 "$work/options" | grep . | sort | uniq -d >>"$work/twice"
[ "$(wc -l <"$work/options")" -gt 60 ] || wrong "no options"
while read -r word; do
    wrong "$word means several things:" $(grep -E "(^|\|)$word\|" "$work/options")
done <"$work/twice"

for spec in $("$linnet" specs | sed -n 's/^\([a-z-]*\): .*/\1/p'); do
    tells "$work/specs" linnet-specs.1 "$spec"
done
for format in $("$linnet" check --format '?' /dev/null 2>&1 | sed 's/.*: //; s/,//g'); do
    tells "$work/history" linnet-history.5 "$format"
done

# What the formatter complains about, where there is one.
if command -v groff >/dev/null 2>&1; then
    for path; do
        groff -man -Tutf8 -ww -z "$path" >"$work/complaints" 2>&1
        if [ -s "$work/complaints" ]; then
            cat "$work/complaints"
            failed=1
        fi
    done
fi
exit $failed
