/* The runtime that is linked into the user's shared object, seen from the process that drives it.
 *
 * The user's files are compiled with -fsanitize=thread, but the hooks that the compiler then calls are ours. Threads
 * are fibers; each hooked access to memory that several threads touch is a point where another one may run. A run
 * executes the test once, from its first call, and obeys the choices that are given; where they end it takes the first
 * option of each and writes down the others (a stack that the search goes through, depth first). Everything that must
 * outlive a crash of the user's code is in memory shared by the processes. */
#ifndef LN_EXPLORE_RUNTIME_RUNTIME_H
#define LN_EXPLORE_RUNTIME_RUNTIME_H

#include "linnet/object.h"

#include "explore/runtime/step.h"

enum {
    LN_RUNTIME_VERSION = 2,
    LN_RUN_THREADS = 8,   /* one more runs the initial and the final sequence when there are any */
    LN_RUN_CALLS = 32,    /* of one thread */
    LN_CHOICES = 1 << 16, /* of one run */
    LN_STEPS = 1 << 16,   /* that are kept of a run that is traced */
    LN_BLOCKS = 4096,
    LN_RESULT_BYTES = 1 << 18, /* of the strings and lists that a run returns */
    LN_UNSEEN_MOST = 32,       /* different things of a test that are told */
    LN_LONG_MOST = 16,         /* and loops */
    LN_RETRIES = 32,           /* turns of a loop in which it may be interrupted, */
    LN_RUN_DOWN = 1000000,     /* and turns that it gets to end by itself */
    LN_TURN = 1000,            /* points of one thread in a row: then others go first; */
    LN_TURNS = 2,              /* it is interrupted in so many of these turns */
    LN_FAULT_TEXT = 200
};

/* Where freed memory is used again. */
enum ln_reuse {
    LN_REUSE_LIFO, /* the block freed last, as most allocators do */
    LN_REUSE_FIFO, /* the block that is free the longest, of a small pool */
    LN_REUSE_ANY,  /* a choice: each free block, or a new one */
    LN_REUSE_NEVER /* and touching a freed block is an error */
};

enum ln_strategy {
    LN_SERIAL,      /* operations one after the other; every order, every other choice */
    LN_PREEMPTIONS, /* at most `bound` switches away from a thread that could go on with its operation, and at most
                     * `switches` away from one that could go on with its next call */
    LN_DELAYS,      /* round-robin; at most `bound` times the thread whose turn it is goes to the back */
    LN_RANDOM       /* at every point any thread */
};

enum ln_choice_kind {
    LN_CHOOSE_THREAD,  /* the thread could not go on, or lets others go first: free */
    LN_CHOOSE_PREEMPT, /* the thread could go on with its operation */
    LN_CHOOSE_SWITCH,  /* or with its next call */
    LN_CHOOSE_BLOCK,   /* which freed block is used again */
    LN_CHOOSE_WEAK,    /* 1: a weak compare-exchange fails for no reason */
    LN_CHOOSE_WAITER,  /* which one a signal wakes */
    LN_CHOOSE_FAIL,    /* LN_SERIAL: 1: an operation that may fail does, without having done anything */
    LN_CHOOSE_NUMBER   /* which random number an operation draws that may return one thing or another */
};

struct ln_choice {
    uint32_t step; /* the point of the run at which it was made */
    uint32_t rest; /* what was not yet tried, a bit each */
    uint8_t kind;  /* enum ln_choice_kind */
    uint8_t chosen;
    uint8_t by; /* the thread that was at it */
};

enum ln_end {
    LN_END_FULL,      /* every operation returned */
    LN_END_DEADLOCK,  /* stuck: every thread that is left waits for another one */
    LN_END_LIVELOCK,  /* stuck, as far as can be told: loops that change nothing do not end in very many turns */
    LN_END_UNFAIR,    /* given up: one thread spins while others could end it */
    LN_END_LONG,      /* given up: calls go on and on, and whether they end cannot be told, or need too much memory */
    LN_END_REDUNDANT, /* given up: a thread was interrupted earlier than it need have been, see schedule.c */
    LN_END_FAULT,     /* the heap was misused: `fault`; in destroy() if `destroying` */
    LN_END_REFUSED,   /* the code does what cannot be explored: `fault` */
    LN_END_DIVERGED   /* the same choices led elsewhere than the last time: the code depends on something else */
};

/* What a run did that the runtime cannot follow: it is not known what other schedules would lead to. */
enum ln_unseen_kind {
    LN_UNSEEN_ASSEMBLY, /* inline, or a function of a file of it */
    LN_UNSEEN_LIBRARY,  /* a function that was not compiled along */
    LN_UNSEEN_MEMORY,   /* that is not the object's: of a library, or mapped from somewhere */
    LN_UNSEEN_CODE,     /* compiled along, but the user has switched its hooks off */
    LN_UNSEEN_HALFWAY   /* others in the middle of an access that is one step here, and more than one in truth */
};

struct ln_unseen {
    uint32_t kind;    /* enum ln_unseen_kind */
    uint64_t pc;      /* where, as in a step; 0: `place` says it, or it is not known */
    char name[120];   /* of the function; the assembly; whose memory it is */
    char library[80]; /* `libracy.so`; empty: none */
    char place[200];  /* `file.c:12` */
};

/* Of a loop or a call that goes on for long not all is tried: what, and where. */
enum ln_long_kind {
    LN_LONG_RETRY,   /* a loop was interrupted in its first turns only */
    LN_LONG_ENDLESS, /* one did not end by itself, and was taken to wait */
    LN_LONG_CALL     /* a call was interrupted in its first steps only */
};

struct ln_long {
    uint32_t kind; /* enum ln_long_kind */
    uint64_t pc;   /* as in a step; 0: not known */
};

/* What all processes see. */
struct ln_shared {
    uint32_t depth; /* choices that are there */
    struct ln_choice choices[LN_CHOICES];
    unsigned preemptions;                 /* of this run so far, or delays */
    bool learned;                         /* in this run: see struct ln_execution */
    uint64_t clock;                       /* see struct ln_word */
    uint32_t words_end, global_words_end; /* nothing is known of those behind */
    volatile uint64_t beat;               /* changes as long as the user's code comes back to the runtime */
    char fault[LN_FAULT_TEXT];
    uint32_t unseen_count; /* of this test so far */
    bool unseen_more;      /* than are written down */
    bool looks_at_clock;   /* see clock.c */
    bool waits;            /* for a condition: it is woken by signals only, never for no reason */
    struct ln_unseen unseen[LN_UNSEEN_MOST];
    uint32_t long_count;
    struct ln_long longs[LN_LONG_MOST];
    volatile bool destroying; /* destroy() runs */
    /* Of a run that is traced. */
    bool tracing;
    uint32_t step_count, block_count;
    struct ln_step steps[LN_STEPS];
    struct ln_traced_block blocks[LN_BLOCKS];
    /* The address that a hook is about to touch, and the pc that calls it, as in a step. */
    uint64_t touched, touched_at;
    struct ln_code_place place;
};

/* What runs. Thread `threads` runs `before` calls ahead of all others and the rest of its calls after them. */
struct ln_run_test {
    unsigned threads, before;
    bool has_main;
    unsigned calls[LN_RUN_THREADS + 1];
    struct ln_run_call {
        uint8_t operation;
        linnet_value args[LINNET_ARGUMENTS + 1];
    } at[LN_RUN_THREADS + 1][LN_RUN_CALLS];
};

struct ln_run_how {
    enum ln_strategy strategy;
    enum ln_reuse reuse;
    unsigned bound;    /* of preemptions or delays */
    unsigned switches; /* LN_PREEMPTIONS: between calls; LN_SERIAL: 1: others may also come between a thread's calls
                          * and what it does before the first and after the last of them */
    unsigned reuses;   /* LN_REUSE_ANY: how many allocations of a run may differ from the block freed last */
    unsigned failures; /* of weak compare-exchanges for no reason; where there is a bound, they count there, too */
    uint64_t seed;     /* LN_RANDOM; LN_SERIAL: 0, or what chooses instead of the search */
};

struct ln_run_event {
    uint8_t thread;
    bool is_return;
};

/* Choices that LN_SERIAL was not allowed. */
enum ln_left_out {
    LN_LEFT_OUT_BLOCKS = 1, /* another freed block */
    LN_LEFT_OUT_ENDS = 2    /* what a thread does outside of its calls came together with one */
};

/* What a run did. */
struct ln_execution {
    enum ln_end end;
    bool learned;         /* memory turned out to be shared that was not known to be: earlier runs had fewer points */
    bool too_large;       /* LN_END_LONG: it needs more memory than there is */
    uint8_t left_out;     /* enum ln_left_out, a bit each */
    uint16_t waiting;     /* threads with an operation that has not returned, a bit each */
    unsigned preemptions; /* or delays */
    uint32_t points;
    uint64_t hash[2]; /* equal for equal histories: results, and which operations returned before which were called */
    unsigned event_count;
    struct ln_run_event events[2 * (LN_RUN_THREADS + 1) * LN_RUN_CALLS];
    linnet_value results[LN_RUN_THREADS + 1][LN_RUN_CALLS];
};

/* What is known of 8 bytes. */
struct ln_word {
    uint32_t mask;             /* who has read them, who has written them: a bit per thread each; LN_WORD_... */
    uint32_t writer;           /* the thread that wrote them last */
    uint64_t touched, written; /* when, by a clock that never goes back */
};
#define LN_WORD_SHARED 0x80000000u
#define LN_WORD_TRIED 0x40000000u /* a lock that somebody does not wait for, who sees whether it is held */

/* Where stacks and heap are, in every process: addresses are part of what a schedule leads to. Out of the way of the
 * sanitizers, too. */
enum { LN_STACK_SIZE = 1 << 20, LN_HEAP_SIZE = 1 << 26 };
#define LN_STACKS ((char *)0x200000000000)
#define LN_HEAP (LN_STACKS + (LN_RUN_THREADS + 1) * (size_t)LN_STACK_SIZE)

/* The memory of the code under test, at the same addresses in every process. */
struct ln_run_memory {
    char *stacks, *heap;
    size_t stack_size, heap_size;
    struct ln_word *words;        /* of stacks and heap, which are one piece */
    struct ln_word *global_words; /* of the shared object's variables, */
    size_t global_size;           /* as far as they fit */
};

/* The symbol `linnet_the_runtime` of the shared object. */
struct ln_runtime {
    unsigned version;
    /* Once per process, after loading. `shared` and the other regions are mapped by the process that forked this one.
     * NULL, or what went wrong. */
    const char *(*start)(struct ln_shared *shared, const struct ln_run_memory *region);
    /* Makes a new object, with which all runs begin until the next call. False: create() returned NULL. */
    bool (*prepare)(const linnet_object *object, const struct ln_run_test *test);
    /* Destroys that object without having called anything: LN_END_FULL, or what went wrong. */
    void (*drop)(struct ln_execution *run);
    void (*run)(const struct ln_run_how *how, struct ln_execution *run);
};

#endif
