#include "inquiry/code/model_coverage.h"

#include "inquiry/code/operations_seen.h"

#include <string.h>

static const struct ln_covered *covered_of(const struct ln_modelling *m)
{
    return &m->refinement.covered;
}

static const char *name_of(const struct ln_modelling *m, uint32_t operation)
{
    return m->program.operations.at[operation].name;
}

bool ln_model_assumes(const struct ln_modelling *m)
{
    for (size_t i = 0; i < m->refinement.system.cuts.length; i++)
        if (m->refinement.system.cuts.at[i])
            return true;
    return false;
}

/* Where linnet_assume() cut the operation first. */
static void write_cut_at(const struct ln_modelling *m, uint32_t operation, struct ln_str *out)
{
    uint32_t at = m->refinement.system.cuts.at[operation];
    if (at)
        ln_place_write(&m->program, m->program.code.at[at - 1].place, false, out);
}

static bool is_complete(const struct ln_modelling *m)
{
    return ln_sights_are_known(m->refinement.verdict, m->refinement.reason);
}

/* ---- processes ---- */

static uint64_t idle_of(const struct ln_modelling *m)
{
    uint64_t idle = 0;
    for (uint32_t p = 0; p < m->options.code.processes; p++)
        idle |= (uint64_t)!ln_covered_calls(covered_of(m), p) << p;
    return idle;
}

void ln_model_write_idle(const struct ln_modelling *m, struct ln_str *out)
{
    if (is_complete(m))
        ln_callers_write_idle(idle_of(m), out);
}

/* ---- calls ---- */

static void write_call(const struct ln_modelling *m, uint32_t call, struct ln_str *out)
{
    const struct ln_call_tuple *tuple = &m->program.calls.at[call];
    const struct ln_program_operation *operation = &m->program.operations.at[tuple->operation];
    ln_str_format(out, "%s(", operation->name);
    for (uint32_t i = 0; i < operation->arity; i++)
        ln_str_format(out, "%s%lld", i ? ", " : "", (long long)tuple->args[i]);
    ln_str_char(out, ')');
}

/* Calls that were not made of operations that were called. */
static bool is_gap(const struct ln_modelling *m, uint32_t call)
{
    enum ln_sight sight = ln_covered_operation(covered_of(m), m->program.calls.at[call].operation);
    return !covered_of(m)->called.at[call] && (sight == LN_SIGHT_RETURNED || sight == LN_SIGHT_FAILED ||
                                               sight == LN_SIGHT_WAITED || sight == LN_SIGHT_CUT);
}

/* ---- words ---- */

static void write_operations(const struct ln_modelling *m, enum ln_sight sight, const char *before, const char *after,
                             struct ln_str *out)
{
    const char *between = before;
    for (uint32_t i = 0; i < m->program.operations.length; i++)
        if (ln_covered_operation(covered_of(m), i) == sight) {
            ln_str_format(out, "%s%s", between, name_of(m, i));
            between = ", ";
        }
    if (between != before)
        ln_str_text(out, after);
}

void ln_model_write_gaps(const struct ln_modelling *m, struct ln_str *out)
{
    const char *between = "  Never called: ";
    bool any = false;
    if (!is_complete(m))
        return;
    write_operations(m, LN_SIGHT_LEFT_OUT, "  Left out (--without): ", ".\n", out);
    write_operations(m, LN_SIGHT_FAILED, "  Failed whenever it returned: ", ".\n", out);
    write_operations(m, LN_SIGHT_WAITED, "  Never returned, as it may wait: ", ".\n", out);
    for (uint32_t c = 0; c < m->program.calls.length; c++)
        if (is_gap(m, c)) {
            ln_str_text(out, between);
            write_call(m, c, out);
            between = ", ";
            any = true;
        }
    ln_str_text(out, any ? ".\n" : "");
}

static uint32_t first_unseen(const struct ln_modelling *m)
{
    uint32_t i = 0;
    while (i < m->program.operations.length && ln_sight_is_seen(ln_covered_operation(covered_of(m), i)))
        i++;
    return i;
}

static void write_why(const struct ln_modelling *m, uint32_t operation, struct ln_str *out)
{
    const char *name = name_of(m, operation);
    switch (ln_covered_operation(covered_of(m), operation)) {
    case LN_SIGHT_RETURNED:
    case LN_SIGHT_FAILED:
    case LN_SIGHT_LEFT_OUT:
    case LN_SIGHT_WAITED: break;
    case LN_SIGHT_CUT:
    case LN_SIGHT_CUT_AT_CALL:
        ln_str_text(out, "linnet_assume() at ");
        write_cut_at(m, operation, out);
        ln_str_format(out, " leaves out every %s of %s",
                      ln_covered_operation(covered_of(m), operation) == LN_SIGHT_CUT ? "return" : "call", name);
        break;
    case LN_SIGHT_POINTLESS: ln_str_format(out, "%s never takes effect", name); break;
    case LN_SIGHT_NO_PROCESS:
        ln_sight_write_no_process(name, m->options.code.processes, "process", "processes", out);
        break;
    case LN_SIGHT_NOT_CALLED: ln_str_format(out, "%s is never called: it waits before its first step", name); break;
    }
}

static const char *advice_on(enum ln_sight sight)
{
    switch (sight) {
    case LN_SIGHT_CUT:
    case LN_SIGHT_CUT_AT_CALL: return "  Assume less, or leave it out on purpose (--without).\n";
    case LN_SIGHT_NO_PROCESS: return "  Give it a process (--processes), or leave it out on purpose (--without).\n";
    default: return "  Whatever it does was not looked at. Leave it out on purpose with --without.\n";
    }
}

static bool any_failed(const struct ln_modelling *m)
{
    for (uint32_t i = 0; i < m->program.operations.length; i++)
        if (ln_covered_operation(covered_of(m), i) == LN_SIGHT_FAILED)
            return true;
    return false;
}

void ln_model_write_unseen(const struct ln_modelling *m, struct ln_str *first_line, struct ln_str *rest)
{
    uint32_t first = first_unseen(m);
    if (first == m->program.operations.length) {
        ln_str_text(first_line, any_failed(m)          ? "every call that returned failed: no result was looked at"
                                : covered_of(m)->calls ? "no call ever returned: no result was looked at"
                                                       : "nothing was called");
        return;
    }
    write_why(m, first, first_line);
    for (uint32_t i = first + 1; i < m->program.operations.length; i++) {
        if (ln_sight_is_seen(ln_covered_operation(covered_of(m), i)))
            continue;
        ln_str_text(rest, "  and ");
        write_why(m, i, rest);
        ln_str_char(rest, '\n');
    }
    ln_str_text(rest, advice_on(ln_covered_operation(covered_of(m), first)));
}

/* ---- for programs ---- */

static void say_operation(const struct ln_modelling *m, uint32_t operation, struct ln_str *text, struct ln_facts *facts)
{
    ln_facts_group(facts, NULL);
    ln_facts_text(facts, "name", name_of(m, operation));
    ln_facts_text(facts, "seen", ln_sight_text(ln_covered_operation(covered_of(m), operation)));
    ln_str_clear(text);
    write_cut_at(m, operation, text);
    if (text->length)
        ln_facts_text(facts, "assumed_at", ln_str_borrow(text));
    ln_facts_end(facts);
}

static void say_gaps(const struct ln_modelling *m, struct ln_str *text, struct ln_facts *facts)
{
    ln_facts_list(facts, "calls_not_made");
    for (uint32_t c = 0; c < m->program.calls.length; c++) {
        if (!is_gap(m, c))
            continue;
        ln_str_clear(text);
        write_call(m, c, text);
        ln_facts_text(facts, NULL, ln_str_borrow(text));
    }
    ln_facts_end(facts);
}

void ln_model_say_coverage(const struct ln_modelling *m, struct ln_facts *facts)
{
    struct ln_str text;
    if (!is_complete(m))
        return;
    ln_str_init(&text, facts->texts.memory);
    ln_facts_list(facts, "operations");
    for (uint32_t i = 0; i < m->program.operations.length; i++)
        say_operation(m, i, &text, facts);
    ln_facts_end(facts);
    say_gaps(m, &text, facts);
    ln_callers_say_idle(idle_of(m), facts);
    ln_facts_truth(facts, "assumptions_cut", ln_model_assumes(m));
    facts->texts.failed |= text.failed;
    ln_str_fini(&text);
}
