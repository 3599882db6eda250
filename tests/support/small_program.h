/* Small random programs: objects whose operations are a few statements over two or three variables. One description is
 * turned into a step graph, into C, and walked by a naive interpreter, which share nothing. */
#ifndef LN_TESTS_SMALL_PROGRAM_H
#define LN_TESTS_SMALL_PROGRAM_H

#include "base/rng.h"
#include "history/history.h"
#include "steps/program.h"

enum small_kind {
    SMALL_LOAD,   /* a = x[v] */
    SMALL_STORE,  /* x[v] = a */
    SMALL_PUT,    /* x[v] = c */
    SMALL_SUM,    /* a = (a + c) & 3 */
    SMALL_CAS,    /* b = CAS(x[v], a, (a + c) & 3) */
    SMALL_FETCH,  /* a = fetch_add(x[v], c) */
    SMALL_SKIP,   /* the next statement is left out if a == c */
    SMALL_AGAIN,  /* the first time round, begin again if a == c */
    SMALL_CHOOSE, /* a = 0 or 1 */
    SMALL_AWAIT,  /* a != c */
    SMALL_LOCK,
    SMALL_UNLOCK,
    SMALL_STEP,
    SMALL_TOGETHER /* the next two statements are one step */
};

enum { SMALL_MOST = 6, SMALL_VARIABLES = 3, SMALL_OPERATIONS = 3, SMALL_PROCESSES = 3, SMALL_CALLS = 2 };

struct small_statement {
    uint8_t kind, v, a, b, c; /* registers a and b are 0 or 1; 0 begins as the argument, 1 as 0 */
};

enum small_result { SMALL_NOTHING, SMALL_NUMBER, SMALL_TRUTH, SMALL_TAKEN /* 0 is none */ };

struct small_operation {
    const char *name;
    enum small_result result; /* of register `out` */
    uint8_t out, arity, argument;
    uint8_t processes; /* bits */
    uint8_t count;
    struct small_statement statements[SMALL_MOST];
};

struct small_program {
    const char *spec;
    uint32_t processes, calls; /* calls of each process */
    bool endless;              /* SMALL_AGAIN is so every time: not for the oracle */
    uint32_t count;
    struct small_operation operations[SMALL_OPERATIONS];
};

void small_program_draw(struct small_program *small, struct ln_rng *rng);
/* False when memory is refused. The program is made for small->processes. */
bool small_emit(const struct small_program *small, struct ln_program *program, struct ln_memory *memory);
/* As C with LINNET_OBJECT. */
void small_write(const struct small_program *small, struct ln_str *out);

/* The verdict by trying every schedule and giving each history to the oracle. *histories counts those. */
enum small_verdict { SMALL_HOLDS, SMALL_VIOLATED, SMALL_TOO_LARGE };
enum small_verdict small_decide(const struct small_program *small, struct ln_memory *memory, uint64_t *histories);

#endif
