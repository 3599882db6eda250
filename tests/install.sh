#!/bin/sh
# Is what `cmake --install` installs complete and usable? install.sh BUILD SOURCE MANUAL
#
# Installs into a folder of its own, then uses only what is there: programs in C and C++ against the shared and the
# static library through pkg-config, the symbols the library shows, man pages, completions, and a spec of one's own.
set -u
build=$1 source=$2 manual=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
failed=0

wrong() {
    echo "$*"
    failed=1
}

cmake --install "$build" --prefix "$prefix" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
pc=$(find "$prefix" -name linnet.pc)
[ -n "$pc" ] || { echo "no linnet.pc"; exit 1; }
library=$(dirname "$(dirname "$pc")")
# The prefix was chosen after configuring, so tell pkg-config where it is.
relative=${library#"$prefix"/}
use() {
    PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --define-variable=prefix="$prefix" \
        --define-variable=libdir="$prefix/$relative" --define-variable=includedir="$prefix/include" "$@"
}

# ---- the program ----
linnet=$prefix/bin/linnet
"$linnet" --version | grep -q "^linnet [0-9]" || wrong "linnet --version does not work"
[ "$("$linnet" --version | sed -n 's/^linnet //p')" = "$(use --modversion linnet)" ] || wrong "the versions differ"

# A module is found beside the libraries: deriving from a grammar works, or says what is missing.
"$linnet" monitor --grammar semaphore --k 0 --derive >"$work/derived" 2>"$work/messages"
case $? in
0) grep -q '^violation' "$work/derived" || wrong "the module grammar derives nothing" ;;
69) grep -q 'libz3-dev' "$work/messages" || wrong "a missing module does not say what to install" ;;
*) wrong "linnet monitor --grammar does not work:"; cat "$work/messages" ;;
esac

# ---- programs against the libraries ----
cat >"$work/use.c" <<'END'
#include <linnet/linnet.h>
#include <linnet/spec.h>
#include <stdio.h>
static void tell(void *context, const linnet_finding *finding)
{
    (void)context;
    printf("%d %d\n", (int)linnet_finding_verdict(finding), (int)linnet_finding_operations(finding));
}
int main(int argc, char **argv)
{
    linnet_options options = LINNET_OPTIONS;
    char message[256] = "";
    options.spec = argc > 2 ? argv[2] : NULL;
    printf("%s\n", linnet_version());
    return linnet_check_file(argv[1], &options, tell, NULL, message, sizeof message);
}
END
cp "$work/use.c" "$work/use.cc"
printf '{"process":0,"f":"enq","args":[1],"call":0,"return":1}\n' >"$work/history.jsonl"
flags=${INSTALL_TEST_FLAGS:-}
try() { # NAME COMMAND...
    name=$1
    shift
    "$@" 2>"$work/messages" || { wrong "$name does not compile:"; cat "$work/messages"; return; }
    LD_LIBRARY_PATH=$library "$work/use" "$work/history.jsonl" queue >"$work/said" || wrong "$name fails"
    [ "$(tail -n 1 "$work/said")" = "0 1" ] || { wrong "$name says:"; cat "$work/said"; }
}
cc=${CC:-cc} cxx=${CXX:-c++}
try "C, shared" $cc $flags -Wall -Wextra -Werror -std=c11 $(use --cflags linnet) "$work/use.c" -o "$work/use" \
    $(use --libs linnet)
ldd "$work/use" | grep -q 'liblinnet\.so\.0' || wrong "the shared library is not used by its versioned name"
try "C++, shared" $cxx $flags -Wall -Wextra -Werror $(use --cflags linnet) "$work/use.cc" -o "$work/use" \
    $(use --libs linnet)
static=$(use --static --libs linnet | sed 's/-llinnet/-l:liblinnet.a/')
try "C, static" $cc $flags $(use --cflags linnet) "$work/use.c" -o "$work/use" $static
ldd "$work/use" | grep -q liblinnet && wrong "the static program needs the shared library"

# ---- what the library shows ----
nm -D --defined-only "$library/liblinnet.so" | awk '$2 != "A" { print $3 }' >"$work/symbols"
[ -s "$work/symbols" ] || wrong "the library shows nothing"
grep -v '^linnet_' "$work/symbols" && wrong "the library shows more than linnet_*"
# All that the headers declare, and nothing else.
awk '/^LINNET_API/,/;/' "$prefix"/include/linnet/*.h | grep -o 'linnet_[a-z_]*(' | tr -d '(' | sort >"$work/declared"
sort "$work/symbols" | diff - "$work/declared" || wrong "what the library shows and what its headers declare differ"

# ---- pages and completions ----
for command in $("$manual" commands); do
    [ -s "$prefix/share/man/man1/linnet-$command.1" ] || wrong "no man page of $command"
done
[ -s "$prefix/share/man/man1/linnet.1" ] || wrong "no man page of linnet"
[ -s "$prefix/share/man/man5/linnet-history.5" ] || wrong "no man page of the format"
[ -s "$prefix/share/man/man5/linnet-finding.5" ] || wrong "no man page of findings"
for file in bash-completion/completions/linnet zsh/site-functions/_linnet; do
    [ -s "$prefix/share/$file" ] || wrong "no $file"
done
bash -n "$prefix/share/bash-completion/completions/linnet" || wrong "the completion for bash is broken"

# ---- examples ----
(cd "$prefix/share/doc/linnet/examples" && "$linnet" check queue-overtaken.jsonl >/dev/null)
[ $? = 1 ] || wrong "the installed examples cannot be judged"
[ -s "$prefix/share/doc/linnet/models/treiber.c" ] || wrong "the models are not installed"

# shellcheck disable=SC2046 # flags are meant to be split
CC=$cc CXX=$cxx "$source/tests/examples_library.sh" "$prefix/share/doc/linnet/examples/library" "$library" \
    $(use --cflags --libs linnet) || wrong "the installed examples of the library do not work"

# ---- recording and monitoring with what is installed ----
cat >"$work/use.c" <<'END'
#include <linnet/monitor.h>
#include <stdio.h>
static void tell(void *context, const linnet_finding *finding)
{
    (void)context;
    printf("%d %d\n", (int)linnet_finding_verdict(finding), (int)linnet_finding_operations(finding));
}
int main(void)
{
    linnet_monitor_options options = LINNET_MONITOR_OPTIONS;
    linnet_sink *sink;
    linnet_recorder *recorder;
    linnet_log *log;
    linnet_value value = linnet_int(7);
    options.spec = "queue";
    options.tell = tell;
    if (linnet_monitor_open(&sink, &options, NULL, 0) || linnet_recorder_open(&recorder, &sink, 1, NULL))
        return 1;
    log = linnet_log_join(recorder);
    linnet_log_call(log, "enq", &value, 1);
    linnet_log_return(log, LINNET_VOID);
    linnet_log_leave(log);
    return linnet_recorder_close(recorder);
}
END
cp "$work/use.c" "$work/use.cc"
try "recording in C" $cc $flags -Wall -Wextra -Werror -std=c11 $(use --cflags linnet) "$work/use.c" -o "$work/use" \
    $(use --libs linnet)
try "recording in C++" $cxx $flags -Wall -Wextra -Werror $(use --cflags linnet) "$work/use.cc" -o "$work/use" \
    $(use --libs linnet)
"$source/tests/headers.sh" "$prefix/include" >/dev/null || wrong "the installed headers do not compile"

# ---- a spec of one's own finds the header beside the program ----
cat >"$work/cc" <<END
#!/bin/sh
echo "\$*" >>"$work/arguments"
exec $cc "\$@"
END
chmod +x "$work/cc"
CC=$work/cc "$linnet" check --spec "$source/examples/spec/tickets.c" "$source/examples/spec/tickets.jsonl" >/dev/null ||
    wrong "the example spec does not work when installed"
CC=$work/cc "$linnet" stress "$source/examples/stress/queue_test.c" --rounds 10 >/dev/null ||
    wrong "the example of stress does not work when installed"
grep -q "$prefix/bin/../include" "$work/arguments" || wrong "the installed header is not the one that is used"

echo "$(wc -l <"$work/symbols") symbols, $("$manual" commands | wc -l) commands"
exit $failed
