/* A cell whose every write stores a new value.
 *
 * BP2 and BP3 of cell.c are one condition on pairs: with R the least return and C the greatest call of the operations
 * about a value, two values u and w cannot both be explained exactly when R_u < C_w and R_w < C_u. (If both have a zone,
 * these overlap; if one has, the other lies within it; that neither has is impossible.) R is known for good when the
 * first of a value's operations returns, and is then later than every call; so a pair can only become bad when C grows,
 * that is when a read returns that was called at c > C: then exactly if some other value with R < c has C > R of the
 * value read.
 *
 * So of all values whose R lies between the calls of the same two open reads only the two with the greatest C count
 * (two, because one of them may be the value itself). They are kept with the later of those reads, and pass to the next
 * one when it returns. The cost is linear in the open reads.
 *
 * A value is forgotten when each further read of it would be bad: R is before the call of every open read, and another such
 * value has a greater C than that. (Its own C is before those calls too, or the two were a bad pair.) Should it be written
 * once more, a read can be of the new one only. */
#include "monitor/exact_parts.h"

static void add_peak(struct ln_exact_peaks *peaks, struct ln_exact_peak peak)
{
    struct ln_exact_peak *first = &peaks->at[0], *second = &peaks->at[1];
    if (first->last_call && first->inside == peak.inside) {
        if (first->last_call < peak.last_call)
            *first = peak;
    } else if (peak.last_call > first->last_call) {
        *second = *first;
        *first = peak;
    } else if (peak.last_call > second->last_call) {
        *second = peak;
    }
}

static struct ln_exact_peak peak_of(const struct ln_exact_value *value)
{
    return (struct ln_exact_peak){ value->last_call, value->inside, value->ticket };
}

/* The greatest C of other values than the one with that R. */
static const struct ln_exact_peak *other_peak(const struct ln_exact_peaks *peaks, uint64_t inside)
{
    return &peaks->at[peaks->at[0].last_call && peaks->at[0].inside == inside];
}

/* The values among which one with that R is. */
static struct ln_exact_peaks *peaks_around(struct ln_exact *exact, uint64_t inside)
{
    uint32_t look = exact->looks.first;
    while (look != LN_NO_OP && exact->operations.at[look].call < inside)
        look = exact->operation_links.at[look].after;
    return look == LN_NO_OP ? &exact->peaks : &exact->operations.at[look].peaks;
}

static void forget_old(struct ln_exact *exact)
{
    uint32_t look = exact->looks.first, id;
    uint64_t oldest = look == LN_NO_OP ? LN_NOT_YET : exact->operations.at[look].call;
    const struct ln_exact_peaks *peaks = look == LN_NO_OP ? &exact->peaks : &exact->operations.at[look].peaks;
    for (id = exact->inside.first; id != LN_NO_OP; id = exact->inside.first) {
        const struct ln_exact_value *value = &exact->values.at[id];
        if (value->inside > oldest || other_peak(peaks, value->inside)->last_call <= value->inside)
            return;
        ln_exact_unlink(exact->value_links.at, &exact->inside, id);
        ln_exact_forget(exact, id);
    }
}

static void enter(struct ln_exact *exact, uint32_t id)
{
    assert(exact->values.at[id].inside == LN_NOT_YET); /* R is known for good */
    exact->values.at[id].inside = exact->now;
    ln_exact_append(exact->value_links.at, &exact->inside, id);
    add_peak(&exact->peaks, peak_of(&exact->values.at[id]));
}

/* The first value was written before everything. */
enum ln_status ln_exact_cell_begin(struct ln_exact *exact)
{
    uint32_t id;
    enum ln_status status = ln_exact_remember(exact, exact->spec->value, LN_NO_OP, &id);
    if (!status)
        enter(exact, id);
    return status;
}

void ln_exact_cell_looks(struct ln_exact *exact, struct ln_exact_operation *o)
{
    o->peaks = exact->peaks;
    exact->peaks = (struct ln_exact_peaks){ 0 };
}

void ln_exact_cell_written(struct ln_exact *exact, const struct ln_exact_operation *o)
{
    if (o->value == LN_NO_OP || exact->values.at[o->value].inside != LN_NOT_YET)
        return;
    enter(exact, o->value);
    forget_old(exact);
}

/* The value's C is now the call of the read: does another contradict? */
static void check_pairs(struct ln_exact *exact, const struct ln_exact_operation *o, const struct ln_exact_value *value)
{
    const struct ln_exact_peak *other = other_peak(&o->peaks, value->inside);
    for (uint32_t look = exact->looks.first; look != LN_NO_OP && other->last_call <= value->inside;
         look = exact->operation_links.at[look].after) {
        if (exact->operations.at[look].call > o->call)
            return;
        other = other_peak(&exact->operations.at[look].peaks, value->inside);
    }
    if (other->last_call > value->inside)
        ln_exact_accuse(exact, "BP2", o->ticket, value->ticket, other->ticket);
}

void ln_exact_cell_read(struct ln_exact *exact, const struct ln_exact_operation *o, uint32_t next, ln_value what)
{
    uint32_t id = ln_exact_find(exact, what);
    struct ln_exact_value *value = id == LN_NO_OP ? NULL : &exact->values.at[id];
    struct ln_exact_peaks *heir = next == LN_NO_OP ? &exact->peaks : &exact->operations.at[next].peaks;
    if (!value) {
        ln_exact_accuse(exact, "BP1", o->ticket, LN_NO_OP, LN_NO_OP);
        return;
    }
    if (o->call > value->last_call) {
        value->last_call = o->call;
        if (value->inside != LN_NOT_YET)
            check_pairs(exact, o, value);
    }
    for (size_t i = 0; i < 2; i++)
        if (o->peaks.at[i].last_call)
            add_peak(heir, o->peaks.at[i]);
    if (value->inside == LN_NOT_YET)
        enter(exact, id);
    else
        add_peak(peaks_around(exact, value->inside), peak_of(value));
    forget_old(exact);
}
