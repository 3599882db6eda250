#include "support/drawn_model.h"

#include <string.h>

/* ---- statements ---- */

static struct drawn_statement draw_from(const uint8_t *kinds, size_t count, struct ln_rng *rng)
{
    return (struct drawn_statement){ kinds[ln_rng_below(rng, (uint32_t)count)],
                                     (uint8_t)ln_rng_below(rng, DRAWN_VARIABLES),
                                     (uint8_t)ln_rng_below(rng, 3),
                                     (uint8_t)ln_rng_below(rng, 3),
                                     (uint8_t)ln_rng_below(rng, 3),
                                     (uint8_t)ln_rng_below(rng, DRAWN_MOST) };
}

/* What both sides can do. */
static struct drawn_statement draw_common(struct ln_rng *rng)
{
    static const uint8_t kinds[] = { DRAWN_LOAD,   DRAWN_LOAD,   DRAWN_LOAD,  DRAWN_STORE, DRAWN_STORE,
                                     DRAWN_PUT,    DRAWN_SUM,    DRAWN_CAS,   DRAWN_SWAP,  DRAWN_SKIP,
                                     DRAWN_CHOOSE, DRAWN_CHOOSE, DRAWN_AWAIT, DRAWN_AWAIT, DRAWN_ASSUME };
    return draw_from(kinds, sizeof kinds, rng);
}

static struct drawn_statement draw_object(struct ln_rng *rng)
{
    static const uint8_t kinds[] = { DRAWN_LOAD,   DRAWN_STORE, DRAWN_PUT,    DRAWN_SUM,    DRAWN_CAS,   DRAWN_SWAP,
                                     DRAWN_SKIP,   DRAWN_BACK,  DRAWN_BACK,   DRAWN_CHOOSE, DRAWN_AWAIT, DRAWN_LOCK,
                                     DRAWN_UNLOCK, DRAWN_KEEP,  DRAWN_RECALL, DRAWN_STEP };
    return draw_from(kinds, sizeof kinds, rng);
}

static void append(struct drawn_body *body, struct drawn_statement statement)
{
    if (body->count < DRAWN_MOST)
        body->statements[body->count++] = statement;
}

static void append_kind(struct drawn_body *body, enum drawn_kind kind)
{
    append(body, (struct drawn_statement){ .kind = (uint8_t)kind });
}

/* ---- what can be written ---- */

/* The statement that begins the block it is in, or UINT32_MAX. */
static uint32_t block_of(const struct drawn_body *body, uint32_t at)
{
    for (uint32_t k = at; k-- > 0;) {
        if (body->statements[k].kind == DRAWN_ATOMIC)
            return k;
        if (body->statements[k].kind == DRAWN_END)
            break;
    }
    return UINT32_MAX;
}

/* Nothing that brackets is skipped, and nobody jumps into a block or out of it. */
static void tidy(struct drawn_body *body)
{
    for (uint32_t k = 0; k < body->count; k++) {
        struct drawn_statement *s = &body->statements[k];
        uint8_t next = k + 1 < body->count ? body->statements[k + 1].kind : DRAWN_END;
        uint32_t block = block_of(body, k);
        if (s->kind == DRAWN_SKIP && (next == DRAWN_ATOMIC || next == DRAWN_END))
            s->kind = DRAWN_SUM;
        if (s->kind != DRAWN_BACK)
            continue;
        s->to = (uint8_t)(s->to % (k + 1));
        if (block != UINT32_MAX && s->to <= block)
            s->to = (uint8_t)(block + 1);
        else if (block == UINT32_MAX && block_of(body, s->to) != UINT32_MAX)
            s->to = 0;
    }
}

static void change(struct drawn_body *body, struct drawn_statement to, struct ln_rng *rng)
{
    uint32_t at = ln_rng_below(rng, body->count + 1u);
    if (at == body->count)
        append(body, to);
    else if (body->statements[at].kind != DRAWN_ATOMIC && body->statements[at].kind != DRAWN_END)
        body->statements[at] = to;
}

/* ---- operations ---- */

/* As the specification has it, but in steps: at once, under a lock, or as it comes; waiting may be turning round. */
static void draw_object_of(const struct drawn_body *serial, struct drawn_body *body, struct ln_rng *rng)
{
    uint32_t how = ln_rng_below(rng, 5);
    bool spins = ln_rng_below(rng, 3) == 0, locks = how == 3;
    *body = (struct drawn_body){ .result = serial->result, .out = serial->out, .thread = serial->thread };
    if (how < 3)
        append_kind(body, DRAWN_ATOMIC);
    if (locks)
        append_kind(body, DRAWN_LOCK);
    for (uint32_t k = 0; k < serial->count; k++) {
        struct drawn_statement s = serial->statements[k];
        if (s.kind == DRAWN_AWAIT && spins)
            s.kind = DRAWN_BACK;
        append(body, s);
    }
    if (how < 3)
        append_kind(body, DRAWN_END);
    if (locks)
        append_kind(body, DRAWN_UNLOCK);
}

static void draw_operation(struct drawn_operation *operation, struct ln_rng *rng)
{
    struct drawn_body *serial = &operation->specification;
    uint32_t count = 1 + ln_rng_below(rng, 4);
    *operation = (struct drawn_operation){ .values = (uint8_t)ln_rng_below(rng, DRAWN_VALUES + 1) };
    if (ln_rng_below(rng, 3) == 0)
        operation->role = (uint8_t)(1 + ln_rng_below(rng, 2));
    else
        operation->others = ln_rng_below(rng, 3) == 0;
    serial->thread = ln_rng_below(rng, 4) == 0;
    serial->result = (uint8_t)ln_rng_below(rng, DRAWN_FAILING);
    serial->out = (uint8_t)ln_rng_below(rng, 3);
    for (uint32_t k = 0; k < count; k++)
        append(serial, draw_common(rng));
    tidy(serial);
    draw_object_of(serial, &operation->object, rng);
    for (uint32_t changes = ln_rng_below(rng, 3); changes > 0; changes--)
        change(&operation->object, draw_object(rng), rng);
    if (ln_rng_below(rng, 4) == 0)
        change(serial, draw_common(rng), rng);
    if (ln_rng_below(rng, 10) == 0)
        operation->object.result = DRAWN_FAILING;
    if (ln_rng_below(rng, 10) == 0)
        serial->thread = !serial->thread;
    tidy(&operation->object);
    tidy(serial);
}

void drawn_model_draw(struct drawn_model *model, struct ln_rng *rng)
{
    *model = (struct drawn_model){ .processes = 1 + ln_rng_below(rng, DRAWN_PROCESSES),
                                   .calls = ln_rng_below(rng, 3),
                                   .count = 1 + ln_rng_below(rng, DRAWN_OPERATIONS) };
    for (uint32_t i = 0; i < model->count; i++)
        draw_operation(&model->operations[i], rng);
}
