#!/bin/sh
# The rule of holds, tried on every engine: engines.sh LINNET EXAMPLES. Each holds where it may, so that the test can fail;
# and none does where nothing was looked at, something was not seen, or what was asked for was not done to its end, by a
# limit, by a method that cannot tell, or by Ctrl-C. Skipped (77) without the module of model, once the others are tried.
set -u
linnet=$(cd "$(dirname "$1")" && pwd)/linnet
examples=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

# expect VERDICT REASON ENGINE ARGUMENT..., which said $said and ended with $code
expect() {
    expected=$1 why=$2
    shift 2
    verdict=$(echo "$said" | sed -n 's/.*"verdict":"\([a-z]*\)".*/\1/p')
    reason=$(echo "$said" | sed -n 's/.*"verdict":"unknown","reason":"\([a-z]*\)".*/\1/p')
    case $verdict in
    holds) number=0 ;;
    violated) number=1 ;;
    *) number=2 ;;
    esac
    [ "$verdict" = "$expected" ] && [ "$reason" = "$why" ] && [ "$code" -eq "$number" ] && return
    echo "linnet $*: $verdict $reason (exit $code), expected $expected $why"
    cat err
    failed=1
}

# says VERDICT REASON ENGINE ARGUMENT...
says() {
    expected=$1 why=$2
    shift 2
    engine=$1
    shift
    said=$("$linnet" "$engine" --json "$@" 2>err)
    code=$?
    expect "$expected" "$why" "$engine" "$@"
}

# Ctrl-C while it judges: later, if it did not come so far that it had anything to say.
interrupted() {
    engine=$1
    shift
    for seconds in 1 3 9 27; do
        said=$(timeout --preserve-status --foreground -s INT $seconds "$linnet" "$engine" --json "$@" 2>err)
        code=$?
        [ -n "$said" ] && break
    done
    expect unknown interrupted "$engine" "$@"
}

holds() { says holds "" "$@"; }
unknown() { says unknown "$@"; }

# ---- histories ----

for engine in check 'monitor --exact'; do
    : >empty.jsonl
    echo '{"linnet":1,"spec":"queue"}' >header.jsonl
    printf '%s\n' '{"linnet":1,"spec":"queue"}' '{"process":0,"type":"invoke","f":"enq","value":1}' >pending.jsonl
    { cat pending.jsonl; echo '{"process":0,"type":"ok","f":"enq"}'; } >one.jsonl
    # shellcheck disable=SC2086 # the words are meant to be split
    {
        holds $engine one.jsonl
        unknown empty $engine empty.jsonl --spec queue
        unknown empty $engine header.jsonl
        unknown empty $engine pending.jsonl
    }
done
unknown method monitor one.jsonl
awk 'BEGIN {
    print "{\"linnet\":1,\"spec\":\"counter\"}"
    for (i = 1; i <= 40; i++)
        printf "{\"process\":%d,\"f\":\"add\",\"args\":[%.0f],\"result\":null,\"call\":0,\"return\":null}\n", i, 2 ^ i
    print "{\"process\":0,\"f\":\"read\",\"args\":[],\"result\":1,\"call\":1,\"return\":2}"
}' >hard.jsonl
unknown time check hard.jsonl --timeout 200ms
interrupted check hard.jsonl
interrupted monitor --exact one.jsonl --follow
unknown method check hard.jsonl --algo pattern
printf '%s\n' '{"linnet":1,"spec":"queue","missing":true}' '{"process":0,"f":"deq","args":[],"result":1,"call":0,"return":1}' \
    >missing.jsonl
unknown unseen check missing.jsonl
printf '%s\n' '{"linnet":1,"spec":"queue","missing":true}' '{"process":0,"type":"invoke","f":"take"}' '{"type":"stuck"}' \
    >waits.jsonl
unknown unseen check waits.jsonl

# What is measured has a verdict, too, though the exit code says only whether there is one.
depth_says() {
    expected=$1
    shift
    said=$("$linnet" depth --json "$@" 2>err | sed -n '1s/.*"sequential":[a-z]*,\("verdict":[^,]*\(,"reason":"[a-z]*"\)*\).*/\1/p')
    [ "$said" = "$expected" ] && return
    echo "linnet depth $*: $said, expected $expected"
    failed=1
}
depth_says '"verdict":"holds"' one.jsonl
depth_says '"verdict":"unknown","reason":"empty"' empty.jsonl --spec queue
depth_says '"verdict":"unknown","reason":"empty"' header.jsonl
depth_says '"verdict":"unknown","reason":"empty"' pending.jsonl
depth_says '"verdict":"unknown","reason":"unseen"' missing.jsonl

# ---- code ----

cat >counter.c <<'END'
#include <linnet/object.h>
#include <stdatomic.h>
#include <stdlib.h>
static void *make(void) { return calloc(1, sizeof(atomic_int)); }
static linnet_value inc(void *o, const linnet_value *arg)
{
    atomic_int *count = o;
    (void)arg;
#ifdef UNSEEN
    __asm__ volatile("lock incl %0" : "+m"(*count));
    return LINNET_VOID;
#else
    return LINNET_INT(atomic_fetch_add(count, 1) + 1);
#endif
}
LINNET_OBJECT = { .name = "counter", .create = make, .destroy = free, .operations = { { "inc", inc } } };
END
holds explore counter.c --cc gcc --test 'inc | inc'
unknown unseen explore counter.c --cc gcc --test 'inc | inc' -- -DUNSEEN
unknown method explore counter.c --cc gcc --test 'inc | inc' --unchecked
unknown method explore counter.c --cc gcc --test 'inc | inc' --random 3
unknown time explore counter.c --cc gcc --threads 8 --calls 4 --tests 1000 --timeout 1s
interrupted explore counter.c --cc gcc --threads 8 --calls 4 --tests 100000

cat >numbers.c <<'END'
#include <linnet/spec.h>
static const linnet_operation operations[] = { { "inc", 0 } };
static void initial(linnet_emit *emit) { int64_t zero = 0; linnet_emit_state(emit, &zero, sizeof zero); }
static void step(const void *state, size_t length, const linnet_call *call, linnet_emit *emit)
{
    int64_t next = *(const int64_t *)state + 1;
    (void)length;
    if (linnet_result_is_int(call, next))
        linnet_emit_state(emit, &next, sizeof next);
}
LINNET_SPEC = { .version = LINNET_SPEC_VERSION, .name = "numbers", .operations = operations, .operation_count = 1,
                .initial = initial, .step = step };
END
holds stress counter.c --spec numbers.c --cc gcc --rounds 3
interrupted stress counter.c --spec numbers.c --cc gcc --rounds 1000000000
cat >waits.c <<'END'
#include <linnet/object.h>
#include <unistd.h>
static void *make(void) { return (void *)1; }
static linnet_value deq(void *o, const linnet_value *arg) { (void)o, (void)arg; pause(); return LINNET_VOID; }
LINNET_OBJECT = { .name = "waits", .create = make, .spec = "mutex", .operations = { { "acquire", deq } } };
END
says violated "" stress waits.c --cc gcc --rounds 1 --hang 500ms # nobody holds it
sed 's/pause();/if (atomic_exchange((atomic_int *)o, 1)) pause();/; s/return (void \*)1/return calloc(1, sizeof(atomic_int))/
    1i #include <stdatomic.h>\n#include <stdlib.h>' waits.c >held.c
unknown bound stress held.c --cc gcc --rounds 1 --hang 500ms # the first holds it, the others may wait

# What failed had no effect, and what never returned has no result: neither is anything to look at.
cat >empty.c <<'END'
#include <linnet/object.h>
#include <stdatomic.h>
#include <stdlib.h>
static void *make(void) { return calloc(1, sizeof(atomic_int)); }
static linnet_value inc(void *o, const linnet_value *arg)
{
    (void)o, (void)arg;
#ifdef FAILS
    return LINNET_FAILED;
#else
    while (atomic_load((atomic_int *)o) == 0)
        ;
    return LINNET_VOID;
#endif
}
LINNET_OBJECT = { .name = "empty", .create = make, .destroy = free, .operations = { { "inc", inc, .may_fail = true } } };
END
unknown empty stress empty.c --cc gcc --spec numbers.c --rounds 3 -- -DFAILS
unknown empty stress empty.c --cc gcc --spec numbers.c --rounds 3 --long -- -DFAILS
unknown empty explore empty.c --cc gcc -- -DFAILS
unknown empty explore empty.c --cc gcc --test 'inc | inc' -- -DFAILS
unknown empty explore empty.c --cc gcc --spec counter -- -DFAILS
unknown empty explore empty.c --cc gcc
unknown empty explore empty.c --cc gcc --test 'inc | inc'

# What was never called was not seen: no thread may call inc, or it is never drawn. Who chooses the calls has what he wants.
cat >uncalled.c <<'END'
#include <linnet/object.h>
#ifndef OTHERS
#define OTHERS false
#endif
static int object;
static void *make(void) { return &object; }
static linnet_value get(void *o, const linnet_value *arg) { (void)o, (void)arg; return LINNET_INT(0); }
static linnet_value inc(void *o, const linnet_value *arg) { (void)o, (void)arg; return LINNET_VOID; }
LINNET_OBJECT = { .name = "uncalled", .create = make, .spec = "counter",
                  .operations = { { "get", get, .role = "reader", .weight = 1000000 },
                                  { "inc", inc, .role = OTHERS ? 0 : "writer", .others = OTHERS } } };
END
sed 's/.role = "reader", //; s/.role = OTHERS ? 0 : "writer", .others = OTHERS/0/' uncalled.c >seldom.c
sed 's/.weight = 1000000/0/' seldom.c >often.c
unknown unseen stress uncalled.c --cc gcc --rounds 3 --threads 1 -- -DOTHERS=true
unknown unseen stress seldom.c --cc gcc --rounds 3
unknown unseen stress seldom.c --cc gcc --rounds 3 --long
unknown unseen explore uncalled.c --cc gcc --threads 1 --calls 1 -- -DOTHERS=true
unknown unseen explore seldom.c --cc gcc --tests 3
unknown unseen explore seldom.c --cc gcc --auto 1
holds explore seldom.c --cc gcc --test 'get | get'
holds explore seldom.c --cc gcc --entries get --tests 3
says violated "" stress often.c --cc gcc --rounds 20

if ! "$linnet" --version | grep -q 'model (LLVM'; then
    echo "the model checker was not tried: its module is not there"
    [ $failed -eq 0 ] && exit 77
    exit 1
fi
models=$examples/../models
holds model "$models/register.c" -DK=2
unknown time model "$models/register.c" -DK=7 --processes 6 --timeout 200ms
unknown memory model "$models/register.c" -DK=7 --processes 6 --memory 20M
unknown empty model "$models/register.c" -DK=2 --without read --without write
unknown empty model empty.c --spec counter -- -DFAILS
unknown unseen model uncalled.c --processes 1 -- -DOTHERS=true
unknown bound model "$examples/explore/stack_test.c" "$examples/explore/treiber_tagged.c" --spec stack --ops-per-process 2 \
    --pool 1
interrupted model "$models/register.c" -DK=7 --processes 6
exit $failed
