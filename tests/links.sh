#!/bin/sh
# links.sh SOURCE: does everything exist that the documents point to? Files, and headings behind a #.
cd "$1" || exit 1
failed=0
for document in $(git ls-files '*.md' 2>/dev/null || find . -name '*.md' -not -path './build*'); do
    folder=$(dirname "$document")
    for link in $(grep -o '](\([^)]*\))' "$document" | sed 's/^](//; s/)$//' | grep -v '^[a-z]*:'); do
        path=${link%%#*}
        target=$folder/$path
        [ -n "$path" ] || target=$document
        if [ ! -e "$target" ]; then
            echo "$document: there is no $link"
            failed=1
        elif [ "$link" != "$path" ]; then
            # A heading as a page shows it: small letters, hyphens for spaces, nothing else but letters and digits.
            grep '^#' "$target" | sed 's/^#* *//' | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9\n-' | grep -qx -- "${link#*#}" ||
                { echo "$document: $target has no heading for #${link#*#}"; failed=1; }
        fi
    done
done
exit $failed
