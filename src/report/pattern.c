#include "report/pattern.h"

#include "report/explain.h"
#include "report/letters.h"

#include <string.h>

/* What the suspects say about one value. */
struct about {
    ln_value value;
    uint32_t insert, removal; /* operations, or LN_NO_OP */
    uint32_t first;           /* the one that returned first */
    uint32_t last;            /* the one that was called last */
};

struct pattern_words {
    const struct ln_history *history;
    const struct ln_spec *spec;
    const uint32_t *suspects;
    size_t count;
    struct ln_str *out;
};

enum { MOST_NAMED = 4 };

static const struct ln_operation *operation_at(const struct pattern_words *e, uint32_t operation)
{
    return &e->history->operations.at[operation];
}

static enum ln_role role_of(const struct pattern_words *e, uint32_t operation)
{
    return (enum ln_role)e->spec->class->roles[operation_at(e, operation)->method];
}

static bool is_set(const struct pattern_words *e)
{
    return e->spec->class->discipline == LN_DISCIPLINE_SET;
}

/* Found, or changed, nothing: a removal from an empty collection, an element that was not there. */
static bool found_nothing(const struct pattern_words *e, uint32_t operation)
{
    const struct ln_operation *o = operation_at(e, operation);
    if (o->fate == LN_PENDING)
        return false;
    if (is_set(e))
        return role_of(e, operation) != LN_ROLE_INSERT && ln_same(o->result, LN_VALUE_FALSE);
    return role_of(e, operation) != LN_ROLE_INSERT && e->spec->class->discipline != LN_DISCIPLINE_CELL &&
           ln_same(o->result, LN_VALUE_NULL);
}

static ln_value value_of(const struct pattern_words *e, uint32_t operation)
{
    const struct ln_operation *o = operation_at(e, operation);
    return role_of(e, operation) == LN_ROLE_INSERT || is_set(e) ? e->history->args.at[o->args] : o->result;
}

static bool takes_anything(const struct pattern_words *e, uint32_t operation)
{
    return operation_at(e, operation)->fate == LN_PENDING && role_of(e, operation) != LN_ROLE_INSERT;
}

static struct about about(const struct pattern_words *e, ln_value value)
{
    struct about about = { value, LN_NO_OP, LN_NO_OP, LN_NO_OP, LN_NO_OP };
    for (size_t i = 0; i < e->count; i++) {
        uint32_t now = e->suspects[i];
        const struct ln_operation *o = operation_at(e, now);
        bool changed = !is_set(e) || ln_same(o->result, LN_VALUE_TRUE);
        if (found_nothing(e, now) || takes_anything(e, now) || !ln_same(value_of(e, now), value))
            continue;
        if (role_of(e, now) == LN_ROLE_INSERT && changed)
            about.insert = now;
        if (role_of(e, now) == LN_ROLE_REMOVE && changed)
            about.removal = now;
        if (o->fate == LN_COMPLETED && (about.first == LN_NO_OP || o->ret < operation_at(e, about.first)->ret))
            about.first = now;
        if (about.last == LN_NO_OP || o->call > operation_at(e, about.last)->call)
            about.last = now;
    }
    return about;
}

/* The next value after those before `*i`; false at the end. */
static bool next_value(const struct pattern_words *e, size_t *i, ln_value *value)
{
    for (; *i < e->count; ++*i) {
        bool known = found_nothing(e, e->suspects[*i]) || takes_anything(e, e->suspects[*i]);
        *value = value_of(e, e->suspects[*i]);
        for (size_t j = 0; j < *i && !known; j++)
            known = !found_nothing(e, e->suspects[j]) && !takes_anything(e, e->suspects[j]) &&
                    ln_same(value_of(e, e->suspects[j]), *value);
        if (!known) {
            ++*i;
            return true;
        }
    }
    return false;
}

/* ---- words ---- */

static void write_operation(const struct pattern_words *e, uint32_t operation)
{
    ln_explain_operation(e->history, operation, e->out);
}

static void write_value(const struct pattern_words *e, ln_value value)
{
    enum { WIDEST = 60 };
    struct ln_str text;
    ln_str_init(&text, e->out->memory);
    ln_value_write(&e->history->values, value, &text);
    ln_letters_write(e->out, ln_str_borrow(&text), text.length, WIDEST, "...");
    ln_str_fini(&text);
}

static const char *noun(const struct pattern_words *e)
{
    return e->spec->class->noun ? e->spec->class->noun : e->spec->class->name;
}

static const char *put_in(const struct pattern_words *e)
{
    switch (e->spec->class->discipline) {
    case LN_DISCIPLINE_FIFO: return "enqueued";
    case LN_DISCIPLINE_LIFO: return "pushed";
    case LN_DISCIPLINE_CELL: return "written";
    case LN_DISCIPLINE_ANY:
    case LN_DISCIPLINE_LOOSE:
    case LN_DISCIPLINE_SET: return "added";
    default: return "inserted";
    }
}

static const char *taken_out(const struct pattern_words *e)
{
    switch (e->spec->class->discipline) {
    case LN_DISCIPLINE_FIFO: return "dequeued";
    case LN_DISCIPLINE_LIFO: return "popped";
    case LN_DISCIPLINE_ANY:
    case LN_DISCIPLINE_LOOSE: return "taken";
    default: return "removed";
    }
}

/* `1 was in the queue from the return of .. to the call of ..` */
static void write_stay(const struct pattern_words *e, const struct about *about, const char *where)
{
    bool cell = e->spec->class->discipline == LN_DISCIPLINE_CELL, removed = cell || about->removal != LN_NO_OP;
    write_value(e, about->value);
    if (about->insert != LN_NO_OP && removed &&
        operation_at(e, about->last)->call < operation_at(e, about->first)->ret) {
        ln_str_text(e->out, " came and went between the call of ");
        write_operation(e, about->last);
        ln_str_text(e->out, " and the return of ");
        write_operation(e, about->first);
        return;
    }
    ln_str_format(e->out, " was %s ", where);
    if (cell && about->insert == LN_NO_OP) {
        ln_str_text(e->out, "from the start");
    } else {
        ln_str_text(e->out, "from the return of ");
        write_operation(e, about->first);
    }
    if (!removed) {
        ln_str_format(e->out, " on (it was never %s)", taken_out(e));
        return;
    }
    ln_str_text(e->out, " to the call of ");
    write_operation(e, about->last);
}

/* The stays of all values but one. */
static void write_stays(const struct pattern_words *e, ln_value but, const char *where)
{
    size_t i = 0, named = 0;
    ln_value value;
    while (next_value(e, &i, &value)) {
        struct about about_it = about(e, value);
        if (ln_same(value, but) || about_it.first == LN_NO_OP)
            continue;
        if (named++ == MOST_NAMED) {
            ln_str_text(e->out, ", and so on");
            return;
        }
        ln_str_text(e->out, named > 1 ? ", " : "");
        write_stay(e, &about_it, where);
    }
}

/* ---- the patterns ---- */

/* BP1: seen without having been put in, before that, or after it was taken out. */
static void unexplained(const struct pattern_words *e)
{
    size_t i = 0;
    ln_value value;
    struct about it;
    if (!next_value(e, &i, &value))
        return;
    it = about(e, value);
    if (it.insert == LN_NO_OP) {
        write_operation(e, e->suspects[0]);
        ln_str_text(e->out, " saw ");
        write_value(e, value);
        ln_str_format(e->out, ", which was never %s", put_in(e));
    } else if (operation_at(e, it.first)->ret < operation_at(e, it.insert)->call) {
        write_operation(e, it.first);
        ln_str_text(e->out, " returned before ");
        write_operation(e, it.insert);
        ln_str_text(e->out, " began");
    } else {
        write_operation(e, it.last);
        ln_str_text(e->out, " began after ");
        write_operation(e, it.removal);
        ln_str_text(e->out, " had returned");
    }
}

static void twice(const struct pattern_words *e)
{
    size_t i = 0;
    ln_value value;
    bool first = true;
    if (!next_value(e, &i, &value))
        return;
    write_value(e, value);
    ln_str_format(e->out, " was %s once but %s twice, by ", put_in(e), taken_out(e));
    for (i = 0; i < e->count; i++) {
        if (role_of(e, e->suspects[i]) != LN_ROLE_REMOVE || takes_anything(e, e->suspects[i]) ||
            found_nothing(e, e->suspects[i]))
            continue;
        ln_str_text(e->out, first ? "" : " and ");
        write_operation(e, e->suspects[i]);
        first = false;
    }
}

static void nothing_found(const struct pattern_words *e)
{
    size_t values = 0, i = 0;
    ln_value value;
    for (size_t s = 0; s < e->count; s++)
        if (found_nothing(e, e->suspects[s])) {
            write_operation(e, e->suspects[s]);
            break;
        }
    while (next_value(e, &i, &value))
        values++;
    ln_str_format(e->out, is_set(e) ? " did not find it although " : " found nothing although %s",
                  values > 1 ? "at every moment something was there: " : "");
    write_stays(e, LN_VALUE_NONE, "there");
}

/* The two values of a queue that changed places, if it is as simple as that. */
static bool overtaken(const struct pattern_words *e)
{
    size_t i = 0, j = 0;
    ln_value a, b;
    while (next_value(e, &i, &a)) {
        struct about x = about(e, a);
        for (j = 0; next_value(e, &j, &b);) {
            struct about y = about(e, b);
            if (x.insert == LN_NO_OP || y.insert == LN_NO_OP || y.removal == LN_NO_OP || ln_same(a, b) ||
                operation_at(e, x.insert)->ret > operation_at(e, y.insert)->call ||
                (x.removal != LN_NO_OP && operation_at(e, y.removal)->ret > operation_at(e, x.removal)->call))
                continue;
            write_operation(e, y.removal);
            if (x.removal != LN_NO_OP) {
                ln_str_text(e->out, " returned before ");
                write_operation(e, x.removal);
                ln_str_text(e->out, " began");
            } else {
                ln_str_text(e->out, " returned although ");
                write_value(e, a);
                ln_str_text(e->out, " had not been dequeued");
            }
            ln_str_text(e->out, ", but ");
            write_operation(e, x.insert);
            ln_str_text(e->out, " had finished before ");
            write_operation(e, y.insert);
            ln_str_text(e->out, " began");
            return true;
        }
    }
    return false;
}

/* The value of a priority queue that came out, or was seen, too early: the worst one. */
static ln_value worst_value(const struct pattern_words *e)
{
    ln_value value, worst = LN_VALUE_NONE;
    size_t i = 0;
    int sign = e->spec->class->discipline == LN_DISCIPLINE_GREATEST ? -1 : 1;
    while (next_value(e, &i, &value)) {
        int64_t here = ln_value_kind(value) == LN_KIND_INT ? ln_value_int(&e->history->values, value) : 0;
        if (ln_same(worst, LN_VALUE_NONE) || sign * (here > ln_value_int(&e->history->values, worst) ? 1 : -1) > 0)
            worst = value;
    }
    return worst;
}

static void too_early(const struct pattern_words *e, bool looked)
{
    ln_value value = worst_value(e);
    struct about it = about(e, value);
    uint32_t operation = it.removal;
    for (size_t i = 0; i < e->count && (looked || operation == LN_NO_OP); i++)
        if (role_of(e, e->suspects[i]) == LN_ROLE_LOOK && ln_same(value_of(e, e->suspects[i]), value))
            operation = e->suspects[i];
    if (operation == LN_NO_OP)
        return;
    write_operation(e, operation);
    ln_str_format(e->out, " %s ", looked ? "saw" : "removed");
    write_value(e, value);
    ln_str_text(e->out, " although at every moment in which it could there was something better: ");
    write_stays(e, value, "there");
}

static void out_of_order(const struct pattern_words *e)
{
    switch (e->spec->class->discipline) {
    case LN_DISCIPLINE_FIFO:
        if (overtaken(e))
            return;
        ln_str_text(e->out, "no order of the values fits their enqueues, dequeues and looks: ");
        break;
    case LN_DISCIPLINE_LIFO: ln_str_text(e->out, "none of these values can be below the others: "); break;
    case LN_DISCIPLINE_LEAST:
    case LN_DISCIPLINE_GREATEST: too_early(e, false); return;
    default: ln_str_format(e->out, "the %s would have to hold several values at once: ", noun(e)); break;
    }
    write_stays(e, LN_VALUE_NONE, e->spec->class->discipline == LN_DISCIPLINE_CELL ? "there" : "inside");
}

/* A write and its reads that begin and end while another value stays. */
static void no_room(const struct pattern_words *e)
{
    size_t i = 0;
    ln_value value;
    while (next_value(e, &i, &value)) {
        struct about it = about(e, value);
        if (it.insert == LN_NO_OP || operation_at(e, it.first)->ret < operation_at(e, it.last)->call)
            continue;
        ln_str_text(e->out, "all operations about ");
        write_value(e, value);
        ln_str_text(e->out, " lie within the time in which ");
        write_stays(e, value, "there");
        return;
    }
}

static void at_the_front(const struct pattern_words *e)
{
    ln_str_text(e->out,
                "the values cannot have been at the front one after the other, as their looks and removals say: ");
    write_stays(e, LN_VALUE_NONE, "inside");
}

void ln_explain_pattern(const struct ln_history *history, const struct ln_spec *spec, const struct ln_outcome *outcome,
                        struct ln_str *out)
{
    struct pattern_words e = { history, spec, outcome->suspects.at, outcome->suspects.length, out };
    enum ln_discipline discipline = spec->class->discipline;
    const char *pattern = outcome->pattern;
    if (!pattern || !e.count || !spec->class->roles)
        return;
    if (strcmp(pattern, "BP0") == 0) {
        ln_str_format(out, "no state of the %s gives the answer of ", noun(&e));
        write_operation(&e, e.suspects[0]);
    } else if (strcmp(pattern, "BP1") == 0) {
        unexplained(&e);
    } else if (strcmp(pattern, "BP1'") == 0) {
        twice(&e);
    } else if (strcmp(pattern, "BP2") == 0) {
        out_of_order(&e);
    } else if (strcmp(pattern, "BP3") == 0) {
        (discipline == LN_DISCIPLINE_CELL ? no_room : nothing_found)(&e);
    } else if (discipline == LN_DISCIPLINE_FIFO) {
        at_the_front(&e);
    } else {
        too_early(&e, true);
    }
}
