#!/bin/sh
# Are the public headers fit for C11 and for C++17 and C++20, with gcc and clang, without a warning? headers.sh INCLUDE
# Compiles a declaration of an object, a recording program and a spec in each language; as the headers' comments show.
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
    .operations = { { "push", push, .args = LINNET_ARGS({1}, {2}) }, { "pop", pop },
                    { "several", several, .arity = 2, .args = LINNET_ARGS({1, 2}, {2, 1}), .role = "owner",
                      .thread = true, .may_fail = true } } };
#endif
END
sed -i 's/items\[2\] = {};/items[2] = { { LINNET_KIND_NULL, 0, { 0 } }, { LINNET_KIND_NULL, 0, { 0 } } };/' "$work/object.c"
cat >"$work/record.c" <<'END'
#include <linnet/monitor.h>
#include <linnet/object.h>
#include <linnet/spec.h>
int use(linnet_recorder **recorder);
int use(linnet_recorder **recorder)
{
    linnet_monitor_options options;
    linnet_sink *sinks[2];
    linnet_log *log;
    linnet_value value = linnet_int(7);
    memset(&options, 0, sizeof options);
    options.spec = "queue";
    if (linnet_monitor_open(&sinks[0], &options, NULL, 0) || linnet_file_sink(&sinks[1], "log.zst", "queue") ||
        linnet_recorder_open(recorder, sinks, 2, NULL))
        return 1;
    log = linnet_log_join(*recorder);
    linnet_log_call(log, "enq", &value, 1);
    linnet_log_return(log, LINNET_VOID);
    linnet_log_leave(log);
    return linnet_recorder_close(*recorder);
}
END
compiled=0
try() { # COMPILER FLAGS SOURCE
    command -v "$1" >/dev/null 2>&1 || return
    # shellcheck disable=SC2086 # flags are meant to be split
    "$1" $2 -Wall -Wextra -Werror -I"$include" -c -o "$work/out.o" "$3" || {
        echo "$1 $2 does not take $(basename "$3")"
        failed=1
    }
    compiled=$((compiled + 1))
}
for source in object record; do
    cp "$work/$source.c" "$work/$source.cc"
    for cc in gcc clang; do
        try $cc -std=c11 "$work/$source.c"
        try $cc "-std=c11 -pedantic" "$work/$source.c"
    done
    for cxx in g++ clang++; do
        try $cxx -std=c++17 "$work/$source.cc"
        try $cxx -std=c++20 "$work/$source.cc"
    done
done
[ "$compiled" -gt 0 ] || { echo "there is no compiler"; failed=1; }
# In C a value is two registers wide.
printf '#include <linnet/value.h>\n_Static_assert(sizeof(linnet_value) == 16, "two words");\n' >"$work/size.c"
"${CC:-cc}" -std=c11 -I"$include" -fsyntax-only "$work/size.c" || failed=1
echo "$compiled compilations"
exit $failed
