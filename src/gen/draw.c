/* Which values suit an object? One whose operations take values out again is easiest to judge when no value is put in
 * twice; cells and sets need few values that meet often. The tables of methods say which is which. */
#include "gen/draw.h"

#include <assert.h>

enum { FEW = 6, LATELY = 16, BLOCK = 32, TRANSACTION_KEYS = 3, TRANSACTION_LENGTH = 2 };

/* Does it take a value out: change the object and say what was there? */
static bool takes_out(const struct ln_method *method)
{
    return method->returns == LN_RETURNS_VALUE && method->most == 0 && method->effect != LN_READS;
}

bool ln_draw_init(struct ln_draw *draw, const struct ln_spec_class *class, const struct ln_gen_options *options,
                  struct ln_values *table)
{
    bool collection = false;
    *draw = (struct ln_draw){
        .class = class, .rng = { options->seed }, .values = options->values, .fresh = 1, .table = table
    };
    for (size_t i = 0; i < class->method_count; i++) {
        if (class->methods[i].most > LN_DRAW_ARGS)
            return false;
        collection |= takes_out(&class->methods[i]);
        draw->strings |= class->methods[i].takes == LN_TAKES_STRING;
        draw->transactions |= class->methods[i].takes == LN_TAKES_TRANSACTION;
    }
    if (!draw->values && !collection)
        draw->values = FEW;
    return true;
}

/* a, b, ..., z, ba, bb, ...: short enough to need no table. */
static ln_value string_of(uint32_t number)
{
    char letters[7];
    size_t at = sizeof letters;
    ln_value value = LN_VALUE_NULL;
    do
        letters[--at] = (char)('a' + number % 26);
    while ((number /= 26) && at);
    ln_values_string(NULL, letters + at, sizeof letters - at, &value);
    return value;
}

/* ["r", key, null] or ["w", key, value]. */
static ln_value micro_operation(struct ln_draw *draw)
{
    ln_value items[3], list = LN_VALUE_NULL;
    bool reads = ln_draw_chance(draw, 50);
    ln_values_string(NULL, reads ? "r" : "w", 1, &items[0]);
    items[1] = ln_small(ln_rng_below(&draw->rng, TRANSACTION_KEYS));
    items[2] = reads ? LN_VALUE_NULL : ln_small(ln_rng_below(&draw->rng, FEW) + INT64_C(1));
    ln_values_list(draw->table, items, 3, &list);
    return list;
}

static ln_value transaction(struct ln_draw *draw)
{
    ln_value items[TRANSACTION_LENGTH], list = LN_VALUE_NULL;
    size_t count = 1 + ln_rng_below(&draw->rng, TRANSACTION_LENGTH);
    for (size_t i = 0; i < count; i++)
        items[i] = micro_operation(draw);
    ln_values_list(draw->table, items, count, &list);
    return list;
}

/* The n-th new value. Where values are compared (priorities) they must not simply go up. */
static ln_value new_value(const struct ln_method *method, uint64_t n)
{
    if (method->takes == LN_TAKES_INTEGER)
        n = n / BLOCK * BLOCK + n * 13 % BLOCK; /* odd, so each number of a block comes once */
    return ln_small((int64_t)n);
}

static ln_value value_for(struct ln_draw *draw, const struct ln_method *method)
{
    bool asks = method->effect == LN_READS || method->returns == LN_RETURNS_TRUTH ||
                method->returns == LN_RETURNS_CHANGE;
    uint32_t drawn;
    if (method->takes == LN_TAKES_TRANSACTION)
        return transaction(draw);
    if (!draw->values) {
        uint64_t lately = draw->fresh < LATELY ? draw->fresh : LATELY;
        assert(draw->fresh && draw->fresh < LN_DRAW_NEVER);
        if (asks)
            return ln_small((int64_t)(draw->fresh - ln_rng_below(&draw->rng, (uint32_t)lately)));
        return new_value(method, draw->fresh++);
    }
    drawn = ln_rng_below(&draw->rng, draw->values);
    if (draw->strings)
        return string_of(drawn);
    return ln_small((int64_t)drawn + (method->takes == LN_TAKES_INTEGER)); /* amounts that change something */
}

void ln_draw_often(struct ln_draw *draw, uint16_t method)
{
    if (draw->often_count < LN_DRAW_OFTEN)
        draw->often[draw->often_count++] = method;
}

void ln_draw_operation(struct ln_draw *draw, struct ln_drawn *out)
{
    uint32_t methods = (uint32_t)draw->class->method_count;
    uint32_t drawn = ln_rng_below(&draw->rng, methods + draw->often_count);
    ln_draw_operation_of(draw, drawn < methods ? (uint16_t)drawn : draw->often[drawn - methods], out);
}

void ln_draw_operation_of(struct ln_draw *draw, uint16_t number, struct ln_drawn *out)
{
    const struct ln_method *method = &draw->class->methods[number];
    assert(number < draw->class->method_count && method->least <= method->most && method->most <= LN_DRAW_ARGS);
    out->method = number;
    out->arity = method->most;
    if (method->most > method->least)
        out->arity = (uint8_t)(method->least + ln_rng_below(&draw->rng, method->most - method->least + 1U));
    for (uint8_t i = 0; i < method->most; i++)
        out->args[i] = i < out->arity ? value_for(draw, method) : LN_VALUE_NONE;
}

void ln_draw_never(const struct ln_draw *draw, uint16_t method, struct ln_drawn *out)
{
    ln_value never = ln_small(LN_DRAW_NEVER);
    if (draw->strings)
        ln_values_string(NULL, "!never!", 7, &never);
    assert(method < draw->class->method_count);
    out->method = method;
    out->arity = draw->class->methods[method].most;
    for (uint8_t i = 0; i < out->arity; i++)
        out->args[i] = never;
}
