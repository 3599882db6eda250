/* Random models for `linnet model`: an object whose operations are a few statements over two variables and a lock, with
 * roles, process numbers and memory that processes keep, and a specification of its own that may choose and wait. One
 * description is turned into step graphs, into C, and judged by an oracle; these share nothing. */
#ifndef LN_TESTS_DRAWN_MODEL_H
#define LN_TESTS_DRAWN_MODEL_H

#include "base/rng.h"
#include "steps/program.h"

enum drawn_kind {
    DRAWN_LOAD,   /* a = x[v] */
    DRAWN_STORE,  /* x[v] = a */
    DRAWN_PUT,    /* x[v] = c */
    DRAWN_SUM,    /* a = (a + c) % 3 */
    DRAWN_CAS,    /* b = CAS(x[v], a, (a + c) % 3) */
    DRAWN_SWAP,   /* a = exchange(x[v], c) */
    DRAWN_SKIP,   /* the next statement is left out if a == c */
    DRAWN_BACK,   /* if a == c, go back to statement `to` */
    DRAWN_CHOOSE, /* a = 0..c */
    DRAWN_AWAIT,  /* a != c */
    DRAWN_ASSUME, /* a != c */
    DRAWN_LOCK,
    DRAWN_UNLOCK,
    DRAWN_KEEP,   /* what the process keeps = a, */
    DRAWN_RECALL, /* and a = that */
    DRAWN_STEP,
    DRAWN_ATOMIC,
    DRAWN_END
};

enum { DRAWN_MOST = 12, DRAWN_VARIABLES = 2, DRAWN_OPERATIONS = 3, DRAWN_PROCESSES = 3, DRAWN_VALUES = 2 };

/* Registers are 0 (the argument, or 0), 1 (the process's number if it is told, or 0) and 2 (0 at first). */
struct drawn_statement {
    uint8_t kind, v, a, b, c, to;
};

/* Of register `out`. EMPTY: 0 is none. FAILING: 2 is a failure, of objects only. */
enum drawn_result { DRAWN_NOTHING, DRAWN_NUMBER, DRAWN_TRUTH, DRAWN_EMPTY, DRAWN_FAILING };

struct drawn_body {
    uint8_t count, result, out;
    bool thread; /* it is told who calls */
    struct drawn_statement statements[DRAWN_MOST];
};

struct drawn_operation {
    uint8_t values; /* it is called with 0, ..., values - 1; 0: with nothing */
    uint8_t role;   /* 0: none */
    bool others;
    struct drawn_body object, specification;
};

struct drawn_model {
    uint32_t processes, calls; /* calls of each process; 0: any number */
    uint32_t count;
    struct drawn_operation operations[DRAWN_OPERATIONS];
};

void drawn_model_draw(struct drawn_model *model, struct ln_rng *rng);

static inline bool drawn_is_step(uint8_t kind)
{
    switch ((enum drawn_kind)kind) {
    case DRAWN_SUM:
    case DRAWN_SKIP:
    case DRAWN_BACK:
    case DRAWN_CHOOSE:
    case DRAWN_AWAIT:
    case DRAWN_ASSUME:
    case DRAWN_KEEP:
    case DRAWN_RECALL:
    case DRAWN_END: return false;
    default: return true;
    }
}

/* As step graphs; both are made by it. False when memory is refused. */
bool drawn_emit(const struct drawn_model *model, struct ln_program *object, struct ln_program *specification,
                struct ln_memory *memory);

/* As C with LINNET_OBJECT and LINNET_SPECIFICATION. */
void drawn_write(const struct drawn_model *model, struct ln_str *out);

/* ---- the oracle ---- */

enum drawn_verdict {
    DRAWN_HOLDS,
    DRAWN_VIOLATED,
    DRAWN_UNSEEN, /* nothing is wrong, but an operation was never called, or cut before its return; or none had an effect */
    DRAWN_TOO_LARGE
};

/* Oracles that are wrong on purpose: a comparison that does not notice is worth nothing. */
enum drawn_mistake {
    DRAWN_RIGHT,
    DRAWN_FIRST_CHOICE, /* of the specification's choices only the first counts */
    DRAWN_NO_NUMBER,    /* the specification is told 0 */
    DRAWN_NEVER_STUCK,
    DRAWN_NO_LOOPS, /* a loop without end is as if it had not been begun */
    DRAWN_NO_ROLES, /* everybody calls everything */
    DRAWN_ALL_SEEN, /* what was not called does no harm */
    DRAWN_MISTAKES
};

/* By the definition: every state that can be reached, with every state that the specification may be in. */
enum drawn_verdict drawn_decide(const struct drawn_model *model, enum drawn_mistake mistake, struct ln_memory *memory);

#endif
