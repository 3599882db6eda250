#include "inquiry/code/operations_seen.h"

#include <assert.h>
#include <stdio.h>

static enum ln_sight sight_of(const struct ln_seen *seen, unsigned operation, enum ln_sight uncalled)
{
    return seen->returned >> operation & 1 ? LN_SIGHT_RETURNED
           : seen->failed >> operation & 1 ? LN_SIGHT_FAILED
           : seen->called >> operation & 1 ? LN_SIGHT_WAITED
                                           : uncalled;
}

void ln_operations_seen_add(struct ln_operations_seen *operations, const char *name, const struct ln_seen *seen,
                            enum ln_sight uncalled)
{
    unsigned i = operations->count++;
    assert(i < LINNET_OPERATIONS);
    operations->at[i].name = name;
    operations->at[i].sight = sight_of(seen, i, uncalled);
}

bool ln_operations_any(const struct ln_operations_seen *operations, enum ln_sight sight)
{
    for (unsigned i = 0; i < operations->count; i++)
        if (operations->at[i].sight == sight)
            return true;
    return false;
}

uint64_t ln_operations_unseen(const struct ln_operations_seen *operations)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < operations->count; i++)
        count += !ln_sight_is_seen(operations->at[i].sight);
    return operations->chosen ? 0 : count;
}

/* ---- words ---- */

static void write_why(const struct ln_operations_seen *operations, unsigned i, struct ln_str *out)
{
    if (operations->at[i].sight == LN_SIGHT_NO_PROCESS)
        ln_sight_write_no_process(operations->at[i].name, operations->threads, "thread", "threads", out);
    else
        ln_str_format(out, "%s is never called: %s", operations->at[i].name, operations->not_called);
}

void ln_operations_write_unseen(const struct ln_operations_seen *operations, struct ln_str *answer, struct ln_str *rest)
{
    bool any = false, no_process = false;
    if (!ln_operations_unseen(operations))
        return;
    for (unsigned i = 0; i < operations->count; i++) {
        if (ln_sight_is_seen(operations->at[i].sight))
            continue;
        ln_str_text(any ? rest : answer, any ? "  and " : ", but ");
        write_why(operations, i, any ? rest : answer);
        if (any)
            ln_str_char(rest, '\n');
        else
            no_process = operations->at[i].sight == LN_SIGHT_NO_PROCESS;
        any = true;
    }
    ln_str_text(rest, no_process ? "  Give it a thread (--threads).\n" : operations->advice);
}

static void write_those(const struct ln_operations_seen *operations, enum ln_sight sight, const char *title,
                        struct ln_str *out)
{
    bool any = false;
    for (unsigned i = 0; i < operations->count; i++) {
        if (operations->at[i].sight != sight)
            continue;
        ln_str_text(out, any ? ", " : title);
        ln_str_text(out, operations->at[i].name);
        any = true;
    }
    if (any)
        ln_str_text(out, ".\n");
}

void ln_operations_write_gaps(const struct ln_operations_seen *operations, struct ln_str *out)
{
    char title[64];
    if (operations->chosen)
        write_those(operations, LN_SIGHT_NOT_CALLED, "  Never called: ", out);
    snprintf(title, sizeof title, "  Left out (%s): ", operations->left_out);
    write_those(operations, LN_SIGHT_LEFT_OUT, title, out);
    write_those(operations, LN_SIGHT_FAILED, "  Failed whenever it returned: ", out);
    write_those(operations, LN_SIGHT_WAITED, "  Never returned, as it may wait: ", out);
}

void ln_callers_write_idle(uint64_t idle, struct ln_str *out)
{
    unsigned count = (unsigned)__builtin_popcountll(idle);
    const char *between = "";
    if (!count)
        return;
    ln_str_format(out, ", of which %u call%s nothing (%s ", count, count == 1 ? "s" : "",
                  count == 1 ? "number" : "numbers");
    for (; idle; idle &= idle - 1) {
        ln_str_format(out, "%s%d", between, __builtin_ctzll(idle));
        between = ", ";
    }
    ln_str_char(out, ')');
}

/* ---- for programs ---- */

void ln_callers_say_idle(uint64_t idle, struct ln_facts *facts)
{
    ln_facts_list(facts, "processes_without_calls");
    for (; idle; idle &= idle - 1)
        ln_facts_number(facts, NULL, (uint64_t)__builtin_ctzll(idle));
    ln_facts_end(facts);
}

void ln_operations_say(const struct ln_operations_seen *operations, struct ln_facts *facts)
{
    ln_facts_list(facts, "operations");
    for (unsigned i = 0; i < operations->count; i++) {
        ln_facts_group(facts, NULL);
        ln_facts_text(facts, "name", operations->at[i].name);
        ln_facts_text(facts, "seen", ln_sight_text(operations->at[i].sight));
        ln_facts_end(facts);
    }
    ln_facts_end(facts);
}
