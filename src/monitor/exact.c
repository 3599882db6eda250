#include "monitor/exact.h"

#include "check/pattern/collection_act.h"
#include "monitor/exact_parts.h"

/* ---- lists ---- */

static const struct ln_exact_list empty_list = { LN_NO_OP, LN_NO_OP, 0 };

void ln_exact_append(struct ln_exact_link *links, struct ln_exact_list *list, uint32_t item)
{
    links[item] = (struct ln_exact_link){ list->last, LN_NO_OP };
    if (list->last == LN_NO_OP)
        list->first = item;
    else
        links[list->last].after = item;
    list->last = item;
    list->length++;
}

void ln_exact_unlink(struct ln_exact_link *links, struct ln_exact_list *list, uint32_t item)
{
    struct ln_exact_link link = links[item];
    assert(list->length > 0);
    if (link.before == LN_NO_OP)
        list->first = link.after;
    else
        links[link.before].after = link.after;
    if (link.after == LN_NO_OP)
        list->last = link.before;
    else
        links[link.after].before = link.before;
    list->length--;
}

/* ---- the answer ---- */

void ln_exact_accuse(struct ln_exact *exact, const char *pattern, uint32_t a, uint32_t b, uint32_t c)
{
    struct ln_exact_verdict *answer = &exact->answer;
    uint32_t tickets[] = { a, b, c };
    assert(answer->verdict == LN_HOLDS); /* what is told once stays */
    answer->verdict = LN_VIOLATED;
    answer->pattern = pattern;
    answer->ticket_count = 0;
    for (size_t i = 0; i < 3; i++) {
        bool known = tickets[i] == LN_NO_OP;
        for (size_t j = 0; j < answer->ticket_count; j++)
            known |= answer->tickets[j] == tickets[i];
        if (!known)
            answer->tickets[answer->ticket_count++] = tickets[i];
    }
}

void ln_exact_decline(struct ln_exact *exact, const char *why)
{
    assert(exact->answer.verdict != LN_VIOLATED);
    exact->answer = (struct ln_exact_verdict){ .verdict = LN_UNKNOWN, .declined = why };
}

struct ln_exact_verdict ln_exact_verdict(const struct ln_exact *exact)
{
    return exact->answer;
}

/* ---- values ---- */

uint32_t ln_exact_find(const struct ln_exact *exact, ln_value value)
{
    uint64_t hash = ln_mix(value.word);
    uint32_t id;
    LN_TABLE_FIND(id, &exact->by_value, hash, ln_same(exact->values.at[id].value, value));
    return id;
}

static bool take_value(struct ln_exact *exact, uint32_t *id)
{
    struct ln_exact_value none = { 0 };
    struct ln_exact_link alone = { LN_NO_OP, LN_NO_OP };
    *id = exact->free_values.first;
    if (*id != LN_NO_OP) {
        ln_exact_unlink(exact->value_links.at, &exact->free_values, *id);
        return true;
    }
    *id = (uint32_t)exact->values.length;
    return ln_vec_push(&exact->values, exact->memory, none) && ln_vec_push(&exact->value_links, exact->memory, alone);
}

enum ln_status ln_exact_remember(struct ln_exact *exact, ln_value value, uint32_t insertion, uint32_t *id)
{
    uint32_t ticket = insertion == LN_NO_OP ? LN_NO_OP : exact->operations.at[insertion].ticket;
    *id = LN_NO_OP;
    if (ln_exact_find(exact, value) != LN_NO_OP) {
        ln_exact_decline(exact, "a value is inserted twice");
        return LN_OK;
    }
    if (!take_value(exact, id) || !ln_table_reserve(&exact->by_value, exact->by_value.count + 1))
        return LN_NO_MEMORY;
    ln_table_put(&exact->by_value, ln_mix(value.word), *id);
    exact->values.at[*id] = (struct ln_exact_value){
        .value = value,
        .insert_call = exact->now,
        .inside = LN_NOT_YET,
        .last_call = exact->now,
        .deadline = LN_NOT_YET,
        .overtaker = LN_NO_OP,
        .ticket = ticket,
        .insertion = insertion,
    };
    /* Every value that may be inside is remembered. */
    if (exact->spec->count && exact->by_value.count > exact->spec->count)
        ln_exact_decline(exact, "the object may be full");
    return LN_OK;
}

void ln_exact_forget(struct ln_exact *exact, uint32_t value)
{
    uint32_t insertion = exact->values.at[value].insertion;
    if (insertion != LN_NO_OP)
        exact->operations.at[insertion].value = LN_NO_OP;
    ln_table_remove(&exact->by_value, ln_mix(exact->values.at[value].value.word), value);
    ln_exact_append(exact->value_links.at, &exact->free_values, value);
}

/* ---- events ---- */

static bool is_cell(const struct ln_exact *exact)
{
    return exact->spec->class->discipline == LN_DISCIPLINE_CELL;
}

static struct ln_exact_list *list_of(struct ln_exact *exact, uint8_t role)
{
    if (role == LN_ROLE_INSERT)
        return NULL;
    return role == LN_ROLE_REMOVE ? &exact->removals : &exact->looks;
}

static bool take_operation(struct ln_exact *exact, uint32_t *id)
{
    struct ln_exact_operation none = { 0 };
    struct ln_exact_link alone = { LN_NO_OP, LN_NO_OP };
    *id = exact->free_operations.first;
    if (*id != LN_NO_OP) {
        ln_exact_unlink(exact->operation_links.at, &exact->free_operations, *id);
        return true;
    }
    *id = (uint32_t)exact->operations.length;
    return ln_vec_push(&exact->operations, exact->memory, none) &&
           ln_vec_push(&exact->operation_links, exact->memory, alone);
}

static enum ln_status called(struct ln_exact *exact, uint32_t ticket, uint16_t method, const ln_value *args)
{
    uint8_t role = exact->spec->class->roles[method];
    enum ln_status status = LN_OK;
    uint32_t id, value;
    exact->now++;
    if (!take_operation(exact, &id) || !ln_table_reserve(&exact->by_ticket, exact->by_ticket.count + 1))
        return LN_NO_MEMORY;
    ln_table_put(&exact->by_ticket, ln_mix(ticket), id);
    exact->operations.at[id] = (struct ln_exact_operation){
        .call = exact->now, .ticket = ticket, .value = LN_NO_OP, .method = method, .role = role
    };
    if (role == LN_ROLE_OTHER) {
        ln_exact_decline(exact, "it has operations that no pattern covers");
    } else if (role == LN_ROLE_INSERT) {
        status = ln_exact_remember(exact, args[0], id, &value);
        exact->operations.at[id].value = value;
    } else {
        ln_exact_append(exact->operation_links.at, list_of(exact, role), id);
        if (is_cell(exact))
            ln_exact_cell_looks(exact, &exact->operations.at[id]);
    }
    return status;
}

static enum ln_status did(struct ln_exact *exact, const struct ln_exact_operation *o, uint32_t next,
                          const struct ln_act *deed)
{
    bool cell = is_cell(exact);
    switch (deed->kind) {
    case LN_ACT_INSERT:
        if (!cell)
            return ln_exact_pool_inserted(exact, o);
        ln_exact_cell_written(exact, o);
        break;
    case LN_ACT_REMOVE: return ln_exact_pool_removed(exact, o, deed->value);
    case LN_ACT_LOOK:
        if (cell)
            ln_exact_cell_read(exact, o, next, deed->value);
        else
            ln_exact_decline(exact, "a value was looked at");
        break;
    case LN_ACT_ABSENT: return ln_exact_pool_absent(exact, o);
    case LN_ACT_IMPOSSIBLE: ln_exact_accuse(exact, "BP0", o->ticket, LN_NO_OP, LN_NO_OP); break;
    case LN_ACT_UNFIT: ln_exact_decline(exact, deed->why); break;
    case LN_ACT_TAKE:
    case LN_ACT_NOTHING: break;
    }
    return LN_OK;
}

/* The operation is not open any more when its procedure looks at what it did. */
static enum ln_status returned(struct ln_exact *exact, uint32_t id, ln_value result)
{
    struct ln_exact_operation o = exact->operations.at[id];
    struct ln_operation done = { .method = o.method, .result = result, .fate = LN_COMPLETED, .after = LN_NO_OP };
    struct ln_act deed = ln_act_with(exact->spec, &done, LN_VALUE_NONE);
    uint32_t next = exact->operation_links.at[id].after;
    exact->now++;
    if (list_of(exact, o.role))
        ln_exact_unlink(exact->operation_links.at, list_of(exact, o.role), id);
    if (o.value != LN_NO_OP)
        exact->values.at[o.value].insertion = LN_NO_OP;
    ln_table_remove(&exact->by_ticket, ln_mix(o.ticket), id);
    ln_exact_append(exact->operation_links.at, &exact->free_operations, id);
    return did(exact, &o, next, &deed);
}

static enum ln_status settle(struct ln_exact *exact, enum ln_status status)
{
    if (status)
        ln_exact_decline(exact, "memory was refused");
    return status;
}

static uint32_t find_open(const struct ln_exact *exact, uint32_t ticket)
{
    uint64_t hash = ln_mix(ticket);
    uint32_t id;
    LN_TABLE_FIND(id, &exact->by_ticket, hash, exact->operations.at[id].ticket == ticket);
    return id;
}

enum ln_status ln_exact_call(struct ln_exact *exact, uint32_t ticket, uint16_t method, const ln_value *args)
{
    if (exact->answer.verdict != LN_HOLDS)
        return LN_OK;
    if (method >= exact->spec->class->method_count || find_open(exact, ticket) != LN_NO_OP)
        return LN_USAGE;
    return settle(exact, called(exact, ticket, method, args));
}

enum ln_status ln_exact_return(struct ln_exact *exact, uint32_t ticket, ln_value result)
{
    uint32_t id;
    if (exact->answer.verdict != LN_HOLDS)
        return LN_OK;
    id = find_open(exact, ticket);
    return id == LN_NO_OP ? LN_USAGE : settle(exact, returned(exact, id, result));
}

/* ---- beginning and end ---- */

const char *ln_exact_why_not(const struct ln_spec *spec)
{
    if (spec->inner || !spec->class->roles)
        return "no pattern is known for this object";
    if (spec->class->keyed)
        return "it is about several keys";
    switch (spec->class->discipline) {
    case LN_DISCIPLINE_FIFO:
    case LN_DISCIPLINE_ANY:
    case LN_DISCIPLINE_LOOSE:
    case LN_DISCIPLINE_CELL: return NULL;
    case LN_DISCIPLINE_NONE:
    case LN_DISCIPLINE_LIFO:
    case LN_DISCIPLINE_LEAST:
    case LN_DISCIPLINE_GREATEST:
    case LN_DISCIPLINE_SET: break;
    }
    return "this object has no incremental form";
}

enum ln_status ln_exact_new(struct ln_exact **out, const struct ln_spec *spec, struct ln_memory *memory,
                            const char **declined)
{
    struct ln_exact *exact;
    enum ln_status status = LN_OK;
    *out = NULL;
    *declined = ln_exact_why_not(spec);
    if (*declined)
        return LN_OK;
    exact = ln_take_zeroed(memory, sizeof *exact);
    if (!exact)
        return LN_NO_MEMORY;
    exact->memory = memory;
    exact->spec = spec;
    exact->free_operations = exact->removals = exact->looks = exact->free_values = exact->inside = empty_list;
    exact->in_time = LN_NO_OP;
    exact->answer.verdict = LN_HOLDS;
    ln_table_init(&exact->by_ticket, memory);
    ln_table_init(&exact->by_value, memory);
    ln_exact_gaps_init(&exact->gaps, memory);
    if (is_cell(exact))
        status = ln_exact_cell_begin(exact);
    if (status)
        ln_exact_free(exact);
    else
        *out = exact;
    return status;
}

void ln_exact_free(struct ln_exact *exact)
{
    if (!exact)
        return;
    ln_table_fini(&exact->by_ticket);
    ln_table_fini(&exact->by_value);
    ln_exact_gaps_fini(&exact->gaps);
    ln_vec_fini(&exact->operations, exact->memory);
    ln_vec_fini(&exact->operation_links, exact->memory);
    ln_vec_fini(&exact->values, exact->memory);
    ln_vec_fini(&exact->value_links, exact->memory);
    ln_give(exact->memory, exact, sizeof *exact);
}
