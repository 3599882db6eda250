/* One program in execution: its memory, its threads and the history so far, and the steps it can take. */
#ifndef PROGRAMS_MACHINE_H
#define PROGRAMS_MACHINE_H

#include "programs/oracle.h"

enum { NODES = 12, NONE = 255 };

enum node_state { NEVER_MADE, LIVE, FREED };

/* What the threads share. */
struct memory {
    int16_t x[VARIABLES];
    int16_t pair[PAIRS][2];
    uint8_t slot[SLOTS]; /* nodes are numbered from 1; 0 is null */
    struct {
        int16_t value;
        uint8_t state;
    } node[NODES];
    uint8_t made, freed, free[NODES]; /* in the order in which they were freed */
    uint8_t mutex;                    /* who holds it + 1 */
    uint8_t asleep;                   /* on the condition: a bit a thread */
    uint8_t writer, readers[THREADS];
    uint8_t spin;
    uint8_t semaphore;
    uint8_t once; /* 0, 1: runs, 2: has run */
};

/* A thread. Between two steps it is always at a statement that is a step, or at the end. */
struct thread {
    uint8_t next; /* call */
    bool called;
    uint8_t at, phase; /* statement, and how far it is in one that is several steps */
    int16_t r[REGISTERS], kept;
    uint8_t p, q;
    uint8_t turn[DEPTH]; /* of loops that count */
    uint8_t scratch, delay;
    bool yielded; /* for WRONG_YIELD only */
};

/* No padding is ever written: worlds are compared as bytes. */
struct world {
    struct memory memory;
    struct thread thread[THREADS];
    uint16_t returned;
    uint8_t running; /* in serial executions: whose call is under way + 1 */
    struct history history;
};

enum outcome { WENT_ON, FAULT, IS_UNDEFINED, HAS_NO_STEPS };

struct machine {
    const struct program *program;
    struct how how;
    bool serial;
};

enum outcome machine_begin(const struct machine *machine, struct world *world);
/* In how many ways can the thread take a step? */
unsigned machine_ways(const struct machine *machine, const struct world *world, unsigned t);
enum outcome machine_step(const struct machine *machine, struct world *world, unsigned t, unsigned way);

#endif
