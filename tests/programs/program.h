/* Random programs for the explorer: an object of two or three operations, each a few statements over a handful of
 * shared things, and a test that calls them. One description is written out as C for `linnet explore` (write.c) and
 * walked by an interpreter of its own (machine.c); nothing here is of linnet.
 *
 * What one step is: an access to shared memory, a call of the allocator, of a lock, condition, semaphore or once.
 * Everything else is local, yields too: to yield does nothing but offer others to go first. */
#ifndef PROGRAMS_PROGRAM_H
#define PROGRAMS_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    VARIABLES = 3,
    PAIRS = 2,       /* of words, that are copied whole */
    SLOTS = 2,       /* pointers to nodes */
    REGISTERS = 2,   /* of an operation: a and b; its two pointers are p and q */
    OPERATIONS = 3,  /* of an object */
    STATEMENTS = 24, /* of an operation, at most */
    THREADS = 3,
    CALLS = 3, /* of a thread */
    ALL_CALLS = THREADS * CALLS,
    DEPTH = 4 /* of blocks in blocks */
};

/* clang-format off */
enum statement_kind {
    /* Local. A block lasts to its END. */
    SUM,         /* r = (r + c) & 3 */
    SET,         /* r = c */
    IF,          /* if (r == c), or != with `other` */
    REPEAT,      /* c times */
    FOREVER,
    END,
    BREAK_IF,    /* out of the innermost loop if r == c, or != with `other` */
    RETURN_IF,
    YIELD,       /* how: which function */
    SCRATCH,     /* a volatile local: ^= 1, or = c with `other` */
    BACK_OFF,    /* a local loop that takes twice as long each time, up to 4 turns */
    /* Shared variables: one step each. */
    LOAD,        /* r = x[v]; by a function of its own with `other` */
    STORE,       /* x[v] = r */
    PUT,         /* x[v] = c */
    FETCH_ADD,   /* r = x[v], x[v] += c */
    FETCH_OR,
    EXCHANGE,    /* r = x[v], x[v] = c */
    CAS,         /* b = x[v] == a, and then x[v] = (a + c) & 3 */
    WEAK_CAS,    /* the same, but it may fail for no reason */
    /* Pairs of words: memcpy and memset go word by word. */
    FILL,        /* both words of pair[v] = c */
    COPY,        /* pair[v] = the other pair */
    HALF,        /* r = a word of pair[v], the second with `other` */
    /* Nodes: p and q point to them. */
    ALLOCATE,    /* p = a new node, how: by which function; then p->value = c */
    REALLOCATE,  /* p = realloc(p) if p */
    RELEASE,     /* free(p), or q with `other` */
    READ_NODE,   /* if (p) r = p->value */
    WRITE_NODE,  /* if (p) p->value = r */
    SEE,         /* p = slot[v] */
    PUBLISH,     /* slot[v] = p */
    TAKE,        /* p = exchange(slot[v], NULL) */
    REPLACE,     /* q = exchange(slot[v], p) */
    CLAIM,       /* b = compare-exchange of slot[v] from p to NULL */
    /* Primitives. */
    LOCK, UNLOCK,
    TRY_LOCK,    /* r = 1: it holds the mutex */
    WAIT, SIGNAL, BROADCAST,
    READ_LOCK, WRITE_LOCK, RW_UNLOCK, TRY_READ_LOCK, TRY_WRITE_LOCK,
    SPIN_LOCK, SPIN_UNLOCK, SPIN_TRY_LOCK,
    SEM_WAIT, SEM_POST, SEM_TRY_WAIT, SEM_VALUE,
    ONCE,        /* what runs once: x[0] = x[0] + 1, in two steps */
    KINDS
};
/* clang-format on */

struct statement {
    uint8_t kind, v, r, c, how;
    bool other;
};

struct operation {
    uint8_t count;
    bool returns; /* register `out`, or nothing */
    uint8_t out;
    struct statement at[STATEMENTS];
};

enum reuse { REUSE_NEVER, REUSE_LIFO, REUSE_ANY };

struct program {
    uint8_t operations;
    struct operation operation[OPERATIONS];
    uint8_t plain;   /* a bit a variable: not atomic */
    uint8_t width;   /* of variables: index of a type */
    bool plain_node; /* its value is not atomic */
    bool on_heap;    /* the object is made by calloc, else it is static */
    uint8_t posted;  /* what the semaphore begins with */
    uint8_t optimise;
    bool clang;
    uint8_t threads, calls[THREADS];
    uint8_t call[THREADS][CALLS]; /* of which operation */
};

/* ---- drawing (draw.c) ---- */

struct random {
    uint64_t state;
};
uint32_t random_below(struct random *random, uint32_t limit);

void program_draw(struct program *program, struct random *random);
/* Where the END of the block at `at` is. */
unsigned program_end_of(const struct operation *operation, unsigned at);
bool program_has(const struct program *program, enum statement_kind kind);
/* Could the allocator give a freed block again, and is it known which one then? */
bool program_may_reuse(const struct program *program);
bool program_allocates(const struct program *program);

/* ---- as text (write.c) ---- */

void program_write(const struct program *program, FILE *to);
/* "o0 o1 | o2" */
void program_write_test(const struct program *program, FILE *to);

#endif
