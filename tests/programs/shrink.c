/* A smaller program with the same complaint: fewer calls, fewer statements, simpler ways to write them. */
#include "programs/compare.h"

#include <string.h>
#include <time.h>

enum { SECONDS_MOST = 60 };

struct shrinking {
    struct comparison how;
    struct program *program;
    enum complaint complaint;
    time_t until;
};

static bool replace(struct shrinking *s, const struct program *smaller)
{
    if (time(NULL) > s->until || compare(&s->how, smaller) != s->complaint)
        return false;
    *s->program = *smaller;
    return true;
}

/* ---- calls ---- */

static void drop_thread(struct program *program, unsigned t)
{
    for (; t + 1u < program->threads; t++) {
        program->calls[t] = program->calls[t + 1];
        memcpy(program->call[t], program->call[t + 1], sizeof program->call[t]);
    }
    program->threads--;
}

static bool drop_call(struct shrinking *s, unsigned t, unsigned i)
{
    struct program smaller = *s->program;
    if (i >= smaller.calls[t])
        return false;
    memmove(&smaller.call[t][i], &smaller.call[t][i + 1], smaller.calls[t] - i - 1u);
    if (--smaller.calls[t] == 0)
        drop_thread(&smaller, t);
    return smaller.threads > 0 && replace(s, &smaller);
}

static bool shrink_calls(struct shrinking *s)
{
    bool any = false;
    for (unsigned t = 0; t < s->program->threads; t++)
        for (unsigned i = 0; i < CALLS && t < s->program->threads; i++)
            any |= drop_call(s, t, i);
    return any;
}

/* ---- statements ---- */

static void remove_range(struct operation *operation, unsigned from, unsigned to)
{
    memmove(&operation->at[from], &operation->at[to], (operation->count - to) * sizeof *operation->at);
    operation->count = (uint8_t)(operation->count - (to - from));
}

static bool has_break(const struct operation *operation, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        if (operation->at[i].kind == BREAK_IF)
            return true;
    return false;
}

/* The statement, or a block with all that is in it; else only its braces. */
static bool drop_statement(struct shrinking *s, unsigned o, unsigned at)
{
    struct program smaller = *s->program;
    struct operation *operation = &smaller.operation[o];
    bool is_block;
    unsigned end;
    if (at >= operation->count || operation->at[at].kind == END)
        return false;
    is_block = operation->at[at].kind == IF || operation->at[at].kind == REPEAT || operation->at[at].kind == FOREVER;
    end = is_block ? program_end_of(operation, at) : at;
    remove_range(operation, at, end + 1);
    if (replace(s, &smaller))
        return true;
    smaller = *s->program;
    if (!is_block || (operation->at[at].kind != IF && has_break(operation, at, end)))
        return false;
    remove_range(operation, end, end + 1);
    remove_range(operation, at, at + 1);
    return replace(s, &smaller);
}

static bool is_called(const struct program *program, unsigned o)
{
    for (unsigned t = 0; t < program->threads; t++)
        for (unsigned i = 0; i < program->calls[t]; i++)
            if (program->call[t][i] == o)
                return true;
    return false;
}

static bool shrink_statements(struct shrinking *s)
{
    bool any = false;
    for (unsigned o = 0; o < s->program->operations; o++)
        for (unsigned at = 0; is_called(s->program, o) && at < s->program->operation[o].count;)
            if (drop_statement(s, o, at))
                any = true;
            else
                at++;
    return any;
}

/* ---- the rest ---- */

static void simplify(struct shrinking *s)
{
    struct program smaller = *s->program;
    for (unsigned o = 0; o < smaller.operations; o++)
        if (!is_called(&smaller, o))
            smaller.operation[o].count = 0;
    replace(s, &smaller);
    smaller = *s->program;
    smaller.plain = smaller.width = smaller.posted = 0;
    smaller.plain_node = smaller.on_heap = smaller.clang = false;
    smaller.optimise = 1;
    if (replace(s, &smaller))
        return;
    smaller = *s->program;
    smaller.plain = smaller.width = 0;
    smaller.clang = false;
    replace(s, &smaller);
}

void shrink(const struct comparison *how, struct program *program, enum complaint complaint)
{
    struct shrinking s = {
        .how = *how, .program = program, .complaint = complaint, .until = time(NULL) + SECONDS_MOST
    };
    bool smaller;
    s.how.tell = NULL;
    do {
        smaller = shrink_calls(&s);
        smaller |= shrink_statements(&s);
    } while (smaller);
    simplify(&s);
}
