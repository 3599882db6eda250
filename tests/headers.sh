#!/bin/sh
# Are the public headers fit for C11 and C++11 and what came later, with gcc and clang, without a warning? headers.sh INCLUDE
# Compiles each header by itself, and in each language a declaration of an object (C++14 and later), a spec, and programs
# that record and judge; as the headers' comments show. Behind them the user's own code is warned as ever.
set -u
include=$1
failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

cat >"$work/object.c" <<'END'
#include <linnet/object.h>
struct stack;
struct stack *stack_new(void);
void stack_free(struct stack *stack);
void stack_push(struct stack *stack, int value);
bool stack_pop(struct stack *stack, int *value);

static void *make(void) { return stack_new(); }
static void drop(void *s) { stack_free((struct stack *)s); }
static linnet_value push(void *s, const linnet_value *arg)
{
    stack_push((struct stack *)s, (int)arg[0].i);
    return LINNET_VOID;
}
static linnet_value pop(void *s, const linnet_value *arg)
{
    int v;
    (void)arg;
    return stack_pop((struct stack *)s, &v) ? LINNET_INT(v) : LINNET_EMPTY;
}
static linnet_value several(void *s, const linnet_value *arg)
{
    static const linnet_value items[2] = {};
    (void)s;
    return arg[0].i ? LINNET_LIST(items, 2) : arg[1].i ? LINNET_STRING("a", 1) : LINNET_FAILED;
}

#ifdef __cplusplus
LINNET_OBJECT = { .name = "stack", .create = make, .destroy = drop, .spec = "stack",
    .operations = { { .name = "push", .call = push, .args = LINNET_ARGS({1}, {2}) }, { .name = "pop", .call = pop },
                    { .name = "several", .call = several, .arity = 2, .args = LINNET_ARGS({1, 2}, {2, 1}),
                      .role = "owner", .thread = true, .may_fail = true } } };
#else
LINNET_OBJECT = { .name = "stack", .create = make, .destroy = drop, .spec = "stack",
    .operations = { { .name = "push", .call = push, .args = LINNET_ARGS({1}, {2}) }, { .name = "pop", .call = pop },
                    { "several", several, .arity = 2, .args = LINNET_ARGS({1, 2}, {2, 1}), .role = "owner",
                      .thread = true, .may_fail = true } } };
#endif
END
cat >"$work/spec.c" <<'END'
#include <linnet/spec.h>
static const linnet_operation operations[] = { { "take", 0 } };
static void initial(linnet_emit *emit) { linnet_emit_state(emit, "", 0); }
static void step(const void *state, size_t length, const linnet_call *call, linnet_emit *emit)
{
    if (linnet_result_is_null(call))
        linnet_emit_state(emit, state, length);
}
LINNET_SPEC = { .version = LINNET_SPEC_VERSION, .name = "any", .operations = operations, .operation_count = 1,
                .initial = initial, .step = step };
END
cat >"$work/judge.c" <<'END'
#include <linnet/linnet.h>
int use(void);
int use(void)
{
    linnet_value key = LINNET_NO_KEY, one = linnet_int(1);
    linnet_value pair[2] = { linnet_text("key"), linnet_real(0.5) };
    linnet_value map = linnet_map(pair, 1);
    linnet_options options = LINNET_OPTIONS;
    linnet_timed operation = LINNET_TIMED;
    linnet_history *history;
    linnet_finding *finding;
    size_t count;
    linnet_verdict verdict;
    options.spec = "queue";
    operation.process = linnet_text("client");
    operation.f = "enq";
    operation.arguments = &map;
    operation.argument_count = 1;
    operation.returned = LINNET_NEVER;
    if (linnet_history_new(&history, "a") || linnet_history_call(history, one, key, "enq", &one, 1) ||
        linnet_history_return(history, one, LINNET_VOID) || linnet_history_never_returns(history, one) ||
        linnet_history_add(history, &operation) || linnet_judge(history, &options, &finding, NULL, 0))
        return LINNET_INTERNAL;
    verdict = linnet_finding_verdict(finding);
    if (linnet_finding_witness(finding, &count) && linnet_finding_core(finding, &count))
        return linnet_finding_text(finding)[0];
    linnet_finding_free(finding);
    linnet_history_free(history);
    return (int)verdict;
}
END
sed -i 's/items\[2\] = {};/items[2] = { { LINNET_KIND_NULL, 0, { 0 } }, { LINNET_KIND_NULL, 0, { 0 } } };/' "$work/object.c"
cat >"$work/record.c" <<'END'
#include <linnet/monitor.h>
#include <linnet/object.h>
#include <linnet/spec.h>
int use(linnet_recorder **recorder);
int use(linnet_recorder **recorder)
{
    linnet_monitor_options options = LINNET_MONITOR_OPTIONS;
    linnet_recorder_options recording = LINNET_RECORDER_OPTIONS;
    linnet_monitor_state state = LINNET_MONITOR_STATE;
    linnet_sink *sinks[2];
    linnet_log *log;
    linnet_value value = linnet_int(7);
    recording.buffer = 8192;
    options.spec = "queue";
    if (linnet_monitor_open(&sinks[0], &options, NULL, 0) || linnet_file_sink(&sinks[1], "log.zst", "queue") ||
        linnet_recorder_open(recorder, sinks, 2, &recording))
        return 1;
    linnet_monitor_look(sinks[0], &state);
    log = linnet_log_join(*recorder);
    linnet_log_call(log, "enq", &value, 1);
    linnet_log_return(log, LINNET_VOID);
    linnet_log_leave(log);
    return linnet_recorder_close(*recorder);
}
END
# What the user leaves out in structs of his own he is told, behind our declarations as elsewhere.
for source in object spec; do
    { cat "$work/$source.c"; echo 'struct own { int a, b; }; extern struct own own; struct own own = { 1 };'; } \
        >"$work/warned_$source.c"
done
for header in "$include"/linnet/*.h; do
    name=$(basename "$header" .h)
    [ "$name" = hooked ] || printf "#include <linnet/%s.h>\nextern int alone;\n" "$name" >"$work/alone_$name.c"
done
compiled=0
compiles() { # COMPILER FLAGS SOURCE
    # shellcheck disable=SC2086 # flags are meant to be split
    "$1" $2 -Wall -Wextra -Werror -I"$include" -c -o "$work/out.o" "$3" 2>"$work/messages"
}
try() { # COMPILER FLAGS SOURCE
    command -v "$1" >/dev/null 2>&1 || return
    compiles "$1" "$2" "$3" || {
        echo "$1 $2 does not take $(basename "$3"):"
        cat "$work/messages"
        failed=1
    }
    compiled=$((compiled + 1))
}
try_warned() { # COMPILER FLAGS SOURCE
    command -v "$1" >/dev/null 2>&1 || return
    if compiles "$1" "$2" "$3" || ! grep -q 'missing.*init' "$work/messages"; then
        echo "$1 $2 does not warn of what is left out in $(basename "$3")"
        failed=1
    fi
    compiled=$((compiled + 1))
}
for source in "$work"/*.c; do cp "$source" "${source%.c}.cc"; done
for cc in gcc clang; do
    for source in "$work"/alone_*.c; do try $cc "-std=c11 -pedantic" "$source"; done
    for name in object spec record judge; do
        try $cc -std=c11 "$work/$name.c"
        try $cc "-std=c11 -pedantic" "$work/$name.c"
    done
    for name in object spec; do try_warned $cc -std=c11 "$work/warned_$name.c"; done
done
for cxx in g++ clang++; do
    for source in "$work"/alone_*.cc; do try $cxx "-std=c++11 -pedantic" "$source"; done
    for standard in 11 14 17 20; do
        for name in record judge; do try $cxx -std=c++$standard "$work/$name.cc"; done
    done
    for standard in 17 20; do
        for name in object spec; do
            try $cxx -std=c++$standard "$work/$name.cc"
            try_warned $cxx -std=c++$standard "$work/warned_$name.cc"
        done
    done
done
[ "$compiled" -gt 0 ] || { echo "there is no compiler"; failed=1; }
# Every kind of value has a function that makes it, in C and in C++.
cat >"$work/values.c" <<'END'
#include <linnet/value.h>
int main(void)
{
    static const linnet_kind kinds[] = {
        LINNET_KIND_NULL, LINNET_KIND_BOOL, LINNET_KIND_INT, LINNET_KIND_REAL, LINNET_KIND_STRING, LINNET_KIND_LIST,
        LINNET_KIND_MAP, LINNET_KIND_UNKNOWN, LINNET_KIND_EVERYTHING, LINNET_KIND_FAILED
    };
    const linnet_value items[2] = { linnet_text("key"), linnet_real(2) };
    const linnet_value values[] = {
        linnet_null(), linnet_bool(true), linnet_int(-1), linnet_real(0.5), linnet_string("key", 3), linnet_list(items, 2),
        linnet_map(items, 1), linnet_unknown(), linnet_everything(), linnet_failed()
    };
    bool right = sizeof values / sizeof *values == sizeof kinds / sizeof *kinds;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (size_t j = 0; j < sizeof values / sizeof *values; j++)
            right = right && values[i].kind == kinds[i] && linnet_same(values[i], values[j]) == (i == j);
    right = right && values[1].is.truth && values[2].i == -1 && values[2].is.number == -1 && values[3].is.real == 0.5;
    right = right && linnet_same(values[4], items[0]) && linnet_same(items[1], LINNET_INT(2));
    right = right && values[5].length == 2 && values[6].length == 2 && values[6].is.items == items;
    right = right && linnet_string("", SIZE_MAX).kind == LINNET_KIND_UNKNOWN;
    right = right && linnet_map(items, SIZE_MAX / 2).kind == LINNET_KIND_UNKNOWN;
    right = right && linnet_same(LINNET_VOID, LINNET_EMPTY) && linnet_same(LINNET_BOOL(true), values[1]);
    right = right && linnet_same(LINNET_STRING("key", 3), items[0]) && linnet_same(LINNET_LIST(items, 2), values[5]);
    return right && linnet_same(LINNET_FAILED, values[9]) ? 0 : 1;
}
END
cp "$work/values.c" "$work/values.cc"
makes() { # COMPILER FLAGS SOURCE
    command -v "$1" >/dev/null 2>&1 || return
    # shellcheck disable=SC2086 # flags are meant to be split
    if ! "$1" $2 -Wall -Wextra -Werror -pedantic -I"$include" -o "$work/values" "$3" || ! "$work/values"; then
        echo "$1 $2 makes other values"
        failed=1
    fi
    compiled=$((compiled + 1))
}
for cc in gcc clang; do makes $cc -std=c11 "$work/values.c"; done
for cxx in g++ clang++; do makes $cxx -std=c++11 "$work/values.cc"; makes $cxx -std=c++20 "$work/values.cc"; done
# In C a value is two registers wide.
printf '#include <linnet/value.h>\n_Static_assert(sizeof(linnet_value) == 16, "two words");\n' >"$work/size.c"
"${CC:-cc}" -std=c11 -I"$include" -fsyntax-only "$work/size.c" || failed=1
echo "$compiled compilations"
exit $failed
