/* A lock that many readers or one writer hold. Who they are is not recorded. The state is the number of readers, or -1
 * while a writer holds it. */
#include "spec/registry.h"
#include "spec/single_answer.h"
#include "spec/value_sequence.h"

#include <assert.h>

enum { READ_ACQUIRE, READ_RELEASE, WRITE_ACQUIRE, WRITE_RELEASE, TRY_READ, TRY_WRITE };

static const struct ln_method methods[] = {
    { "read_acquire", "rdlock read_lock readLock", "", "nothing; waits while a writer holds it", 0, 0,
      LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
    { "read_release", "rdunlock read_unlock readUnlock", "", "nothing", 0, 0, LN_RETURNS_NOTHING, LN_CHANGES,
      LN_TAKES_ANY },
    { "write_acquire", "wrlock write_lock writeLock", "", "nothing; waits while anyone holds it", 0, 0,
      LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
    { "write_release", "wrunlock write_unlock writeUnlock", "", "nothing", 0, 0, LN_RETURNS_NOTHING, LN_CHANGES,
      LN_TAKES_ANY },
    { "try_read_acquire", "tryrdlock try_rdlock try_read_lock tryReadLock", "",
      "true, or false while a writer holds it", 0, 0, LN_RETURNS_TRUTH, LN_READS_IF_FALSE, LN_TAKES_ANY },
    { "try_write_acquire", "trywrlock try_wrlock try_write_lock tryWriteLock", "",
      "true, or false while anyone holds it", 0, 0, LN_RETURNS_TRUTH, LN_READS_IF_FALSE, LN_TAKES_ANY },
};

enum { WRITER = -1 };

static struct ln_reply acquire(struct ln_next *next, bool possible, bool tries, int64_t then)
{
    if (!possible)
        return tries ? ln_reply_bool(false) : ln_reply_waits();
    ln_next_number(next, then);
    return tries ? ln_reply_bool(true) : ln_reply_done();
}

static struct ln_reply release(struct ln_next *next, bool possible, int64_t then)
{
    if (!possible)
        return ln_reply_never();
    ln_next_number(next, then);
    return ln_reply_done();
}

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    int64_t now = ln_number(state);
    assert(now >= WRITER);
    (void)spec;
    switch (in->method) {
    case READ_ACQUIRE:
    case TRY_READ: return acquire(next, now != WRITER, in->method == TRY_READ, now + 1);
    case WRITE_ACQUIRE:
    case TRY_WRITE: return acquire(next, now == 0, in->method == TRY_WRITE, WRITER);
    case READ_RELEASE: return release(next, now > 0, now - 1);
    default: return release(next, now == WRITER, 0);
    }
}

static void write_state(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                        struct ln_str *out)
{
    int64_t now = ln_number(state);
    (void)spec;
    (void)values;
    if (now > 0)
        ln_str_format(out, "held by %lld reader%s", (long long)now, now == 1 ? "" : "s");
    else
        ln_str_text(out, now == WRITER ? "held by a writer" : "free");
}

const struct ln_spec_class ln_spec_rwlock = {
    .name = "rwlock",
    .aliases = "read-write-lock readers-writer-lock",
    .summary = "a lock that many readers or one writer hold",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .initial = ln_initial_zero,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .blocks = ln_respond_blocks,
    .write_state = write_state,
};
