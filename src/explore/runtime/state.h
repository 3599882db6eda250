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
    SEEN = 64,           /* reads that are remembered to suspect a loop in which nothing changes */
    STILL = 64,          /* so many reads in a row of a world in which nothing changes are suspicious, too */
    IDLE = 2000,         /* accesses to what is not shared, one after the other: they are looked at, too; */
    IDLE_MOST = 20000,   /* so many: others go first */
    TURNS_MOST = 16,     /* a thread that had so many turns of LN_TURN points in a call does not come to its end, */
    TURNS_ALONE = 10000, /* nor one that had so many while nobody else may run, */
    POINTS_MOST = 60000, /* nor a run of so many points: whether it ends cannot be told */
    POINTS_ALONE = 10000000,
    FAILURES = 3, /* of weak compare-exchanges, for no reason, of an operation that may do this or that */
    KEYS = 32,
    CLASSES = 34 /* of block sizes, by 16 bytes; the last one for all larger ones */
};

struct seen {
    uintptr_t pc, address;
    uint64_t value, changes;
    uint32_t turns, at; /* at: in which of the thread's calls */
};

/* What the ABI says a function keeps, when the user's code entered the runtime; see entry.h. */
struct registers {
    uintptr_t rbx, rbp, r12, r13, r14, r15, stack_pointer;
    uint32_t rounding;
    uint16_t rounding_87; /* of the coprocessor */
};

struct turn; /* of a loop, in await.c */

/* A plain write, which is announced before it is done. */
struct announced {
    uintptr_t address;
    uint32_t length;
    uint64_t before[2];
};

/* What the next instructions of gcc's code will touch, see later.c. */
struct later {
    uint32_t count;
    bool touched; /* some of it was */
    struct {
        uintptr_t address;
        size_t length;
        bool touched;
    } at[4];
};

struct fiber {
    void *stack_pointer;
    uintptr_t thread_pointer; /* of a thread that sleeps: its thread-local storage is this fiber's */
    uint32_t read_bit, write_bit;
    uint8_t index;
    bool fresh;             /* its operation was just called: the first access comes together with the call */
    bool timed;             /* it waits, but may stop waiting at any time */
    bool signalled;         /* it was woken from waiting for a condition */
    unsigned failures_left; /* of weak compare-exchanges of its operation, for no reason */
    uint64_t timed_out_at;  /* `changes` when it last timed out */
    const void *waits_for;  /* a mutex or a condition */
    bool waits_to_write;    /* a lock that has readers as well */
    uintptr_t waits_at;     /* where in the code; also of one that is parked */
    uintptr_t awaits;       /* parked: what it last read */
    bool redundant;         /* it was interrupted, and nobody touched what it was about to touch */
    bool disturbed;         /* it was, and somebody did; */
    bool halfway;           /* that could have been in the middle of its access */
    bool runs_down;         /* it goes on with a loop that may end by itself, */
    uint32_t run_down_left; /* for so many turns; */
    uint64_t loop;          /* which one; 0: not known */
    bool exhausted;         /* it had them all */
    bool yielded;           /* in this call */
    bool stays;             /* it does not let others go first, however long its call takes */
    unsigned turns;         /* of LN_TURN points, of its call */
    unsigned held;          /* locks */
    bool wary, call_begins; /* rt_wary, rt_call_begins and rt_registers of a thread that does not run */
    struct registers registers;
    struct turn *turn;
    bool records; /* what it reads is part of a turn */
    struct announced announced;
    struct later later;
    uint64_t watch;       /* where it has read from in its call: a bit per hash */
    uint64_t completed;   /* operations that had returned when its own was called, a byte per thread */
    uint64_t still_since; /* `changes` when it last read something, */
    uint32_t still;       /* and how often since */
    unsigned at;          /* which of its calls */
    struct seen seen[SEEN];
    void *specific[KEYS];
    unsigned endings; /* destructors of thread-local variables, to be run when it ends */
    uint32_t written; /* tracing: step + 1 whose written value is not known yet */
};

struct block {             /* in front of each block of the heap */
    uint32_t size, state;  /* as asked for; enum block_state */
    uint32_t next, number; /* offset of the next free one of its class, 0: none; which block of the trace it is */
};
/* What a thread is about to do at a point. Two words, to be handed over in registers. */
struct touch {
    uintptr_t address;
    uint32_t length;
    bool writes;
    bool parts; /* shared memory, by more than one instruction: others could come in between */
};

enum block_state { BLOCK_LIVE = 0x11fe, BLOCK_FREE = 0xdead };

struct heap {
    uint32_t end;                           /* offset of the first byte that was never used */
    uint32_t first[CLASSES], last[CLASSES]; /* free blocks of each size, oldest first */
    uint32_t fresh[CLASSES];                /* LN_REUSE_FIFO: the class has got its pool */
    uint32_t other; /* LN_REUSE_ANY: allocations that took another one than the block freed last */
};

struct state {
    bool active; /* a fiber runs */
    bool tracing;
    bool checks_heap; /* LN_REUSE_NEVER */
    bool uses_keys;   /* pthread_setspecific was called */
    bool alone;       /* no other thread may run: serial, or before and after the others */
    bool preempted;   /* tracing: the next step is that of a thread that preempts */
    bool only_reads;  /* what the current thread is about to do changes nothing, as things are */
    unsigned threads;
    uint32_t idle;        /* accesses to what is not shared since the last point; */
    bool idle_atomics;    /* some of them were atomic */
    uint32_t quiet_until; /* points before that one are no choices */
    uint32_t turn_start;  /* the point at which the current thread began to run */
    struct fiber *current;
    uint32_t enabled;       /* fibers, a bit each: those that can go on, */
    uint32_t parked;        /* those that wait for a change of what they read, */
    uint32_t woken;         /* those that have waited so, and did not run since, */
    uint32_t resting;       /* and those that go round a loop and let others go first */
    bool long_turns;        /* some thread has had a turn of LN_TURN points since the last call returned */
    uint32_t step, at;      /* points so far; choices so far */
    unsigned left;          /* preemptions or delays */
    unsigned failures_left; /* of weak compare-exchanges, for no reason */
    unsigned switches_left; /* between calls */
    uint64_t changes;       /* how often memory changed */
    uint64_t clock;         /* of stamps; never goes back */
    uint64_t heap_word;     /* stands for the heap's lists */
    struct ln_shared *shared;
    struct ln_run_memory region;
    uintptr_t area, area_size; /* stacks and heap */
    uintptr_t globals, globals_size;
    struct ln_run_how how;
    struct ln_execution *run;
    const struct ln_run_test *test;
    const linnet_object *object;
    void *instance;
    uint32_t made_from; /* the heap when create() was called: its blocks begin there */
    uint64_t completed;
    uint64_t random;
    void *main_stack_pointer;
    uintptr_t main_thread_pointer;
    struct heap heap, heap_at_start;
    struct fiber fibers[FIBERS];
};

extern struct state state;

/* ---- schedule.c ---- */

/* What was announced is done by now. */
void rt_announced_done(struct fiber *fiber);
/* Another thread may run here, before the current one does what it is about to do. What it has written becomes known
 * also where nobody can come in: whoever waits for it must not depend on whether others were asked. */
void rt_point_slow(struct touch touch);
static inline void rt_point(struct touch touch)
{
    if (++state.step < state.quiet_until) {
        state.current->fresh = false;
        if (UNLIKELY(state.current->announced.length))
            rt_announced_done(state.current);
    } else {
        rt_point_slow(touch);
    }
}
/* The current thread cannot go on; returns when it can and was chosen. */
void rt_block(const void *waits_for, bool timed);
/* Those that wait for it may go on, or no longer. */
void rt_wake(const void *waits_for);
void rt_hold(const void *waits_for);
void rt_yield(void);
/* The current thread is found to wait: it goes on when something has changed that it reads. `again`: it did so before,
 * and has done nothing since. */
void rt_park(uintptr_t pc, uintptr_t address, bool again);
void rt_unpark(struct fiber *fiber);
/* One of `count` options; 0 unless the search says otherwise. */
unsigned rt_choose(enum ln_choice_kind kind, unsigned count);
/* The current thread goes round a loop in which nothing changes but, it may be, a count of its turns. Whether others
 * go first or it goes on until the loop ends is a choice. */
void rt_retry(uintptr_t pc, uint32_t turns);
/* It has long touched nothing but its own: it may wait for somebody to touch it, who has not had a turn yet. */
void rt_idle(uintptr_t pc);
_Noreturn void rt_end(enum ln_end end);
_Noreturn void rt_fault(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Between two calls of a thread. */
void rt_between(void);
/* Between its calls and what it does outside of them. */
void rt_apart(void);
/* The current fiber has no more calls. */
_Noreturn void rt_finish(void);
/* Chooses who runs first, at the beginning of a run or after the initial sequence. */
void rt_first(void);

/* ---- await.c ---- */

const char *rt_await_start(void);
/* The current thread has done what others can see. */
void rt_effect(void);
/* It has learned what it did not read from memory (a choice, the time): the next turn of a loop may go another way. */
void rt_unforeseen(void);
/* Its call begins or ends. */
void rt_await_reset(struct fiber *fiber);
/* A read of a thread that seems to go round a loop: it may be parked. */
void rt_watch(uintptr_t pc, uintptr_t address, size_t length);
/* It lets others go first, as one does in a loop. The registers were noted down (RT_SUSPECT). */
void rt_suspect(void);
/* The same where they were noted down only if it was suspected before (RT_FUNCTION, CALL). */
void rt_suspect_unseen(void);
/* It has read what it read before. */
void rt_same(uintptr_t pc, struct seen *seen);
/* It touches memory of its own. */
void rt_private(uintptr_t pc, uintptr_t address, size_t length, bool writes);
/* It waits for a signal; `timed`: but not for ever, and it is suspected. True: the signal came. */
bool rt_wait_for_signal(const void *waits_for, bool timed, uintptr_t pc);
/* It reads shared memory without being at a place where it could be parked. */
void rt_read_range(uintptr_t address, size_t length);
/* It looks whether a lock is held, without waiting for it. */
void rt_lock_tried(const void *lock);
/* It takes (1) or lets go of (-1) a lock, which is about to change. Within a turn that comes to nothing, if nobody looks. */
void rt_lock_changes(const void *lock, int held);
/* Memory has changed: those that wait for it go on. */
void rt_notice(uintptr_t address, size_t length);
/* Those of them wait again for whom all is as it was. */
void rt_settle(void);

/* ---- trace.c ---- */

/* Not all is tried of a loop or a call that goes on for long. */
void rt_note_long(enum ln_long_kind kind, uintptr_t pc);

/* ---- thread_end.c ---- */

/* Is there anything to be done when the thread ends? */
bool rt_has_endings(const struct fiber *fiber);
void rt_run_endings(struct fiber *fiber);

/* ---- fiber.c ---- */

const char *rt_fibers_start(void);
void rt_fiber_reset(struct fiber *fiber);
void rt_switch_to(struct fiber *fiber);
_Noreturn void rt_leave_to(struct fiber *fiber);
void rt_enter(struct fiber *fiber);
_Noreturn void rt_exit_to_main(void);

/* ---- create.c ---- */

/* NULL: create() returned it, or `fault` says what else went wrong. */
void *rt_create(const linnet_object *object);
/* Outside of any run there is one thread: what it waits for never comes. */
_Noreturn void rt_wait_alone(void);

/* ---- destroy.c ---- */

/* After a run that came to its end. */
void rt_destroy(void);
/* What the fiber does then. */
_Noreturn void rt_destroy_main(void);

/* ---- leaks.c ---- */

/* After rt_destroy, when nothing else has run: a leak is a fault. */
void rt_look_for_leak(void);

/* ---- image.c ---- */

const char *rt_image_find(void);
void rt_image_find_thread_locals(struct fiber *fiber);
const char *rt_image_save(void);
/* Those of a fiber; 0: there are none. */
size_t rt_image_thread_locals(const struct fiber *fiber, const char **first);
void rt_image_restore(void);

/* ---- heap.c ---- */

/* Before the first block is allocated, be it while the object is loaded. */
void rt_heap_open(void);
bool rt_in_heap(const void *address);
/* NULL: it is more than a block can be. */
void *rt_allocate(size_t alignment, size_t size, uintptr_t pc);
void rt_release(void *address, uintptr_t pc);
/* Does a block that lives begin there? */
bool rt_is_block(const void *address);
size_t rt_block_size(const void *address);

/* ---- mapping.c ---- */

/* Memory of the runtime's own, or NULL. */
void *rt_map(size_t size);
/* LN_REUSE_NEVER: ends the run if the address is in the heap but not in a block that lives. */
void rt_heap_check(uintptr_t address, size_t length, bool write);

/* ---- refuse.c ---- */

/* The code does what cannot be explored. Returns only while the object is loaded, when there is nobody to tell. */
void rt_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- owned.c ---- */

enum memory { MEMORY_CONSTANT, MEMORY_OWN, MEMORY_FOREIGN };
/* Of an address that rt_word() does not know. What belongs to somebody else is unseen; `pc` is who touches it, 0: not
 * known. */
enum memory rt_unowned(uintptr_t address, bool writes, uintptr_t pc);
/* That memory is the object's all the same. */
void rt_own(const void *address, size_t size);
/* What is known beforehand. */
void rt_own_usual(void);
/* The thread-local variables of all that is loaded; on a fiber's thread pointer, whose they are. */
void rt_own_thread_locals(void);

/* Before and after the object is made: refused when there are more threads in the process than before. */
void rt_threads_remember(void);
void rt_threads_look(void);

/* ---- cxx_exceptions.c ---- */

/* On the fiber's thread pointer. */
void rt_exceptions_find(struct fiber *fiber);
/* Before each run. */
void rt_exceptions_forget(void);

/* ---- unseen.c ---- */

/* Writes it down, once. */
void rt_unseen(enum ln_unseen_kind kind, const char *name, const char *library, const char *place, uintptr_t pc);

/* ---- trace.c ---- */

struct ln_step *rt_trace(enum ln_step_kind kind, uintptr_t pc, const volatile void *address, size_t length);
void rt_trace_written(struct fiber *fiber);
/* Of a mutex and its kin, if the run is traced. */
void rt_trace_lock(enum ln_step_kind kind, uintptr_t pc, const void *address, bool success);

uint64_t rt_load(const volatile void *address, size_t length);

#endif
