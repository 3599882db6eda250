#!/bin/sh
# Are all includes allowed by src/layers.txt, and does every header stand alone? layers.sh ROOT [CC]
set -u
cd "$1" || exit 1
cc=${2:-cc}
failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

for folder in src/*/; do
    layer=$(basename "$folder")
    grep -q "^$layer:" src/layers.txt || {
        echo "src/layers.txt:1: $folder is not listed"
        failed=1
    }
done
for layer in $(sed -n 's/^\([a-z_/]*\):.*/\1/p' src/layers.txt); do
    [ -d "src/$layer" ] || {
        echo "src/layers.txt:1: there is no src/$layer"
        failed=1
    }
done

# Each line of the table, then each #include "layer/file.h" as `file:line:text`.
grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' src/*/*.[ch] src/*/*/*.[ch] >"$work/includes"
awk -v includes="$work/includes" '
    # A folder within a layer that is listed itself is one of its own.
    function layer_of(folder, within) { return (folder "/" within) in listed ? folder "/" within : folder }
    /^#/ || /^[ \t]*$/ { next }
    {
        layer = $1
        if (layer !~ /:$/) { print FILENAME ":" FNR ": expected `layer: layer ...`"; bad = 1; next }
        sub(/:$/, "", layer)
        if (layer in listed) { print FILENAME ":" FNR ": " layer " is listed twice"; bad = 1 }
        for (i = 2; i <= NF; i++) {
            if (!($i in listed)) { print FILENAME ":" FNR ": " $i " is not listed above " layer; bad = 1 }
            may[layer, $i] = 1
        }
        listed[layer] = may[layer, layer] = 1
    }
    END {
        while ((getline line < includes) > 0) {
            split(line, part, ":")
            split(part[1], path, "/")
            target = line
            sub(/^[^"]*"/, "", target)
            sub(/".*/, "", target)
            split(target, into, "/")
            from = layer_of(path[2], path[3])
            to = layer_of(into[1], into[2])
            count++
            if (target !~ /\//) {
                print part[1] ":" part[2] ": \"" target "\" does not name its layer"; bad = 1
            } else if (into[1] == "linnet") {
                continue # public headers
            } else if (!((from, to) in may)) {
                print part[1] ":" part[2] ": " from " may not include " target; bad = 1
            }
        }
        if (!count) { print "no includes found"; bad = 1 }
        exit bad
    }' src/layers.txt || failed=1

# What src/model knows of LLVM is not there on every machine.
llvm=
for folder in /usr/include/llvm-c-14 /usr/lib/llvm-14/include; do
    [ -e "$folder/llvm-c/Core.h" ] && llvm="-isystem $folder -isystem /usr/include/llvm-14" && break
done

headers=0
for header in src/*/*.h src/*/*/*.h include/linnet/*.h; do
    [ -e "$header" ] || continue
    if [ -z "$llvm" ] && grep -q 'llvm-c/\|model/ir.h' "$header"; then continue; fi
    headers=$((headers + 1))
    printf '#include "%s"\n' "${header#*/}" >"$work/alone.c"
    # shellcheck disable=SC2086 # the folders are meant to be split
    "$cc" -std=c11 -D_POSIX_C_SOURCE=200809L -Isrc -Iinclude $llvm -fsyntax-only -Wall -Werror "$work/alone.c" || {
        echo "$header:1: does not stand alone"
        failed=1
    }
done
echo "$(wc -l <"$work/includes") includes, $headers headers"
exit $failed
