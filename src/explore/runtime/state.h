/* Inside the runtime only: its state. It lives in a section of its own, so that restoring the user's variables leaves
 * it alone. */
#ifndef LN_EXPLORE_RUNTIME_STATE_H
#define LN_EXPLORE_RUNTIME_STATE_H

#include "explore/runtime/runtime.h"

#define STATE __attribute__((section("linnet_state")))
#define UNLIKELY(condition) __builtin_expect(condition, 0)
#define LIKELY(condition) __builtin_expect((condition) != 0, 1)
/* Where in the user's code a hook was called from. */
#define CALLER ((uintptr_t)__builtin_return_address(0) - 1)

enum {
    MAIN = LN_RUN_THREADS, /* the fiber of the initial and final sequence */
    FIBERS = LN_RUN_THREADS + 1,
    SEEN = 16,             /* reads that are remembered to recognise a loop in which nothing changes */
    SPIN_TURNS = 3,        /* so often the same read may see the same before it counts as spinning */
    IDLE_MOST = 2000,      /* accesses to what is not shared, one after the other: then others go first */
    SPIN_MOST = 10000,     /* points that a spinning thread gets to end its loop by itself */
    POINTS_MOST = 20000,   /* of a run: more is a livelock, as far as can be told */
    FAILURES = 3,          /* of weak compare-exchanges, for no reason, of an operation that may do this or that */
    KEYS = 32,
    CLASSES = 34           /* of block sizes, by 16 bytes; the last one for all larger ones */
};

struct seen {
    uintptr_t pc, address;
    uint64_t value, changes;
    uint32_t turns, at; /* at: in which of the thread's calls */
};

struct fiber {
    void *stack_pointer;
    uintptr_t thread_pointer; /* of a thread that sleeps: its thread-local storage is this fiber's */
    uint32_t read_bit, write_bit;
    uint8_t index;
    bool fresh;               /* its operation was just called: the first access comes together with the call */
    bool timed;               /* it waits, but may stop waiting at any time */
    bool signalled;           /* it was woken from waiting for a condition */
    unsigned failures_left;   /* of weak compare-exchanges of its operation, for no reason */
    bool committed;           /* it goes on spinning though others could go first */
    uint64_t timed_out_at;    /* `changes` when it last timed out */
    uint32_t commit_end;
    uintptr_t commit_pc;
    const void *waits_for;    /* a mutex or a condition */
    uintptr_t waits_at;       /* where in the code */
    bool spins;               /* it has let others go first, was chosen again though others were there, */
                              /* and has changed nothing since */
    bool redundant;           /* it was interrupted, and nobody touched what it was about to touch */
    uint64_t watch;           /* where it has read from since it last let others go first: a bit per hash */
    uint64_t completed;       /* operations that had returned when its own was called, a byte per thread */
    unsigned at;              /* which of its calls */
    struct seen seen[SEEN];
    void *specific[KEYS];
    uint32_t written;         /* tracing: step + 1 whose written value is not known yet */
};

struct block {                /* in front of each block of the heap */
    uint32_t size, state;     /* as asked for; enum block_state */
    uint32_t next, number;    /* offset of the next free one of its class, 0: none; which block of the trace it is */
};
/* What a thread is about to do at a point. Two words, to be handed over in registers. */
struct touch {
    uintptr_t address;
    uint32_t length;
    bool writes;
};

enum block_state { BLOCK_LIVE = 0x11fe, BLOCK_FREE = 0xdead };

struct heap {
    uint32_t end;             /* offset of the first byte that was never used */
    uint32_t first[CLASSES], last[CLASSES]; /* free blocks of each size, oldest first */
    uint32_t fresh[CLASSES];  /* LN_REUSE_FIFO: the class has got its pool */
    uint32_t other;           /* LN_REUSE_ANY: allocations that took another one than the block freed last */
};

struct state {
    bool active;              /* a fiber runs */
    bool tracing;
    bool checks_heap;         /* LN_REUSE_NEVER */
    bool uses_keys;           /* pthread_setspecific was called */
    bool alone;               /* no other thread may run: serial, or before and after the others */
    bool preempted;           /* tracing: the next step is that of a thread that preempts */
    unsigned threads;
    uint32_t idle;            /* accesses to what is not shared since the last point */
    uint32_t quiet_until;     /* points before that one are no choices */
    uint32_t turn_start;      /* the point at which the current thread began to run */
    struct fiber *current;
    uint32_t enabled, yielded; /* fibers, a bit each */
    uint32_t step, at;        /* points so far; choices so far */
    unsigned left;            /* preemptions or delays */
    unsigned failures_left;   /* of weak compare-exchanges, for no reason */
    unsigned switches_left;   /* between calls */
    uint64_t changes;         /* how often memory changed */
    uint64_t clock;           /* of stamps; never goes back */
    uint64_t heap_word;       /* stands for the heap's lists */
    struct ln_shared *shared;
    struct ln_region region;
    uintptr_t area, area_size; /* stacks and heap */
    uintptr_t globals, globals_size;
    struct ln_run_how how;
    struct ln_run *run;
    const struct ln_run_test *test;
    const linnet_object *object;
    void *instance;
    uint32_t made_from;       /* the heap when create() was called: its blocks begin there */
    uint64_t completed;
    uint64_t random;
    void *main_stack_pointer;
    uintptr_t main_thread_pointer;
    struct heap heap, heap_at_start;
    struct fiber fibers[FIBERS];
};

extern struct state state;

/* ---- schedule.c ---- */

/* Another thread may run here, before the current one does what it is about to do. */
void rt_point_slow(struct touch touch);
static inline void rt_point(struct touch touch)
{
    if (++state.step < state.quiet_until)
        state.current->fresh = false;
    else
        rt_point_slow(touch);
}
/* The current thread cannot go on; returns when it can and was chosen. */
void rt_block(const void *waits_for, bool timed);
/* Those that wait for it may go on, or no longer. */
void rt_wake(const void *waits_for);
void rt_hold(const void *waits_for);
void rt_yield(uintptr_t pc);
/* One of `count` options; 0 unless the search says otherwise. */
unsigned rt_choose(enum ln_choice_kind kind, unsigned count);
/* The thread has long touched nothing but its own: it may wait for somebody to touch it, who has not had a turn yet. */
void rt_idle(void);
/* The current read saw what it saw the last times. */
void rt_spin(uintptr_t pc, struct seen *seen);
_Noreturn void rt_end(enum ln_end end);
_Noreturn void rt_fault(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Between two calls of a thread. */
void rt_between(void);
/* Those that spin have something new to see: where, as in fiber.watch. */
void rt_unyield(uint64_t watch);
/* The loop that it was left to end has ended. */
void rt_loop_ended(struct fiber *fiber);
/* The current fiber has no more calls. */
_Noreturn void rt_finish(void);
/* Chooses who runs first, at the beginning of a run or after the initial sequence. */
void rt_first(void);

/* ---- fiber.c ---- */

const char *rt_fibers_start(void);
void rt_fiber_reset(struct fiber *fiber);
void rt_switch_to(struct fiber *fiber);
_Noreturn void rt_leave_to(struct fiber *fiber);
void rt_enter(struct fiber *fiber);
_Noreturn void rt_exit_to_main(void);

/* ---- destroy.c ---- */

/* After a run that came to its end. */
void rt_destroy(void);
/* What the fiber does then. */
_Noreturn void rt_destroy_main(void);
/* After rt_destroy, when nothing else has run: a leak is a fault. */
void rt_look_for_leak(void);

/* ---- image.c ---- */

const char *rt_image_find(void);
void rt_image_find_thread_locals(struct fiber *fiber);
const char *rt_image_save(void);
void rt_image_restore(void);

/* ---- heap.c ---- */

void rt_heap_reset(void);
/* LN_REUSE_NEVER: ends the run if the address is in the heap but not in a block that lives. */
void rt_heap_check(uintptr_t address, size_t length, bool write);

/* ---- trace.c ---- */

struct ln_step *rt_trace(enum ln_step_kind kind, uintptr_t pc, const volatile void *address, size_t length);
void rt_trace_written(struct fiber *fiber);
/* Of a mutex and its kin, if the run is traced. */
void rt_trace_lock(enum ln_step_kind kind, uintptr_t pc, const void *address, bool success);

uint64_t rt_load(const volatile void *address, size_t length);

#endif
