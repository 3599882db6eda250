/* Inside src/gen only: drawing the next operation of a process. */
#ifndef LN_GEN_DRAW_H
#define LN_GEN_DRAW_H

#include "base/rng.h"
#include "gen/gen.h"
#include "spec/spec.h"

enum { LN_DRAW_ARGS = 4, LN_DRAW_OFTEN = 16 };

/* A value that no run ever uses, so that what returns it, or claims to have found it, is wrong in every state. */
#define LN_DRAW_NEVER ((int64_t)1000000000000000)

struct ln_draw {
    const struct ln_spec_class *class;
    struct ln_rng rng;
    uint32_t values; /* the size of the domain; 0: every value that is put in is a new one */
    uint64_t fresh;  /* the next new one */
    bool strings;    /* values are strings, because some method takes nothing else */
    bool transactions;
    uint16_t often[LN_DRAW_OFTEN]; /* methods to draw more often */
    uint32_t often_count;
    struct ln_values *table; /* of transactions */
};

struct ln_drawn {
    uint16_t method;
    uint8_t arity;
    ln_value args[LN_DRAW_ARGS]; /* as steps expect them: as many as the method has at most */
};

/* False when the class has more arguments than there is room for. */
bool ln_draw_init(struct ln_draw *draw, const struct ln_spec_class *class, const struct ln_gen_options *options,
                  struct ln_values *table);
/* From now on the method is drawn once more for every time that it was named. */
void ln_draw_often(struct ln_draw *draw, uint16_t method);
void ln_draw_operation(struct ln_draw *draw, struct ln_drawn *out);
void ln_draw_operation_of(struct ln_draw *draw, uint16_t method, struct ln_drawn *out);
/* The same method with arguments that no other operation has. */
void ln_draw_never(const struct ln_draw *draw, uint16_t method, struct ln_drawn *out);

static inline bool ln_draw_chance(struct ln_draw *draw, uint32_t percent)
{
    return ln_rng_below(&draw->rng, 100) < percent;
}

#endif
