/* The hooks of the compiler's instrumentation, for tests of how steps are told: each does what it stands for and records
 * it, in one thread that plays all of them. Linked with a subject into a shared object that a test loads. */
#define _GNU_SOURCE
#include "explore/runtime/step.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };

struct ln_step hooks_steps[MOST];
struct ln_traced_block hooks_blocks[MOST];
size_t hooks_count, hooks_block_count;
uint8_t hooks_thread; /* who plays */
uint16_t hooks_operation;
bool hooks_reuse; /* malloc gives back what was freed last */

static char heap[1 << 16] __attribute__((aligned(16)));
static size_t used;
static void *freed;

void hooks_heap(uint64_t *begin, uint64_t *end);
void hooks_finish(void);
struct ln_step *hooks_add(int kind, void *address, uint32_t length, uint64_t pc);
uint64_t hooks_base(void);
void *hooks_malloc(size_t bytes);
void hooks_free(void *block);
int hooks_lock(pthread_mutex_t *mutex);
int hooks_unlock(pthread_mutex_t *mutex);
int hooks_trylock(pthread_mutex_t *mutex);
int hooks_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int hooks_broadcast(pthread_cond_t *condition);
int hooks_yield(void);

uint64_t hooks_base(void)
{
    Dl_info info;
    return dladdr((void *)hooks_steps, &info) ? (uint64_t)(uintptr_t)info.dli_fbase : 0;
}

void hooks_heap(uint64_t *begin, uint64_t *end)
{
    *begin = (uintptr_t)heap;
    *end = *begin + sizeof heap;
}

static uint64_t value_at(uint64_t address, uint32_t length)
{
    uint64_t value = 0;
    memcpy(&value, (void *)(uintptr_t)address, length < 8 ? length : 8);
    return value;
}

/* A plain write is announced before it is done: what it wrote is seen at the next step. */
void hooks_finish(void)
{
    struct ln_step *last = hooks_count ? &hooks_steps[hooks_count - 1] : NULL;
    if (last && last->kind == LN_STEP_WRITE)
        last->after = value_at(last->address, last->length);
}

struct ln_step *hooks_add(int kind, void *address, uint32_t length, uint64_t pc)
{
    struct ln_step *step;
    hooks_finish();
    if (hooks_count == MOST)
        abort();
    step = &hooks_steps[hooks_count++];
    *step = (struct ln_step){ .pc = pc ? pc - 1 - hooks_base() : 0, .address = (uintptr_t)address, .length = length,
                              .operation = hooks_operation, .thread = hooks_thread, .kind = (uint8_t)kind };
    return step;
}

#define PC ((uint64_t)(uintptr_t)__builtin_return_address(0))

#define PLAIN(name, kind, length)                                           \
    void name(void *address);                                               \
    void name(void *address)                                                \
    {                                                                       \
        struct ln_step *step = hooks_add(kind, address, length, PC);        \
        step->before = value_at(step->address, length);                     \
    }
#define PLAINS(bytes)                                                \
    PLAIN(__tsan_read##bytes, LN_STEP_READ, bytes)                   \
    PLAIN(__tsan_write##bytes, LN_STEP_WRITE, bytes)                 \
    PLAIN(__tsan_unaligned_read##bytes, LN_STEP_READ, bytes)         \
    PLAIN(__tsan_unaligned_write##bytes, LN_STEP_WRITE, bytes)
PLAINS(1)
PLAINS(2)
PLAINS(4)
PLAINS(8)
PLAINS(16)

#define RANGE(name, written)                                                                    \
    void name(void *address, size_t length);                                                    \
    void name(void *address, size_t length)                                                     \
    {                                                                                           \
        hooks_add(LN_STEP_COPY, address, (uint32_t)length, PC)->success = written;              \
    }
RANGE(__tsan_read_range, 0)
RANGE(__tsan_write_range, 1)

#define FETCH(bits, name, operator, which)                                                      \
    uint##bits##_t __tsan_atomic##bits##_fetch_##name(uint##bits##_t *at, uint##bits##_t operand, int order); \
    uint##bits##_t __tsan_atomic##bits##_fetch_##name(uint##bits##_t *at, uint##bits##_t operand, int order)  \
    {                                                                                           \
        struct ln_step *step = hooks_add(LN_STEP_FETCH, at, bits / 8, PC);                      \
        (void)order;                                                                            \
        step->fetch = which;                                                                    \
        step->operand = operand;                                                                \
        step->before = *at;                                                                     \
        *at = (uint##bits##_t)(*at operator operand);                                           \
        step->after = *at;                                                                      \
        return (uint##bits##_t)step->before;                                                    \
    }

#define CAS(bits, name)                                                                                        \
    int __tsan_atomic##bits##_compare_exchange_##name(uint##bits##_t *at, uint##bits##_t *old, uint##bits##_t new, \
                                                      int order, int other);                                   \
    int __tsan_atomic##bits##_compare_exchange_##name(uint##bits##_t *at, uint##bits##_t *old, uint##bits##_t new, \
                                                      int order, int other)                                    \
    {                                                                                                          \
        (void)order;                                                                                           \
        (void)other;                                                                                           \
        return cas##bits(at, old, new, PC);                                                                    \
    }

#define ATOMIC(bits)                                                                            \
    uint##bits##_t __tsan_atomic##bits##_load(uint##bits##_t *at, int order);                   \
    uint##bits##_t __tsan_atomic##bits##_load(uint##bits##_t *at, int order)                    \
    {                                                                                           \
        (void)order;                                                                            \
        hooks_add(LN_STEP_LOAD, at, bits / 8, PC)->before = *at;                                \
        return *at;                                                                             \
    }                                                                                           \
    void __tsan_atomic##bits##_store(uint##bits##_t *at, uint##bits##_t value, int order);      \
    void __tsan_atomic##bits##_store(uint##bits##_t *at, uint##bits##_t value, int order)       \
    {                                                                                           \
        struct ln_step *step = hooks_add(LN_STEP_STORE, at, bits / 8, PC);                      \
        (void)order;                                                                            \
        step->before = *at;                                                                     \
        step->after = *at = value;                                                              \
    }                                                                                           \
    uint##bits##_t __tsan_atomic##bits##_exchange(uint##bits##_t *at, uint##bits##_t value, int order); \
    uint##bits##_t __tsan_atomic##bits##_exchange(uint##bits##_t *at, uint##bits##_t value, int order)  \
    {                                                                                           \
        struct ln_step *step = hooks_add(LN_STEP_EXCHANGE, at, bits / 8, PC);                   \
        (void)order;                                                                            \
        step->before = *at;                                                                     \
        step->after = *at = value;                                                              \
        return (uint##bits##_t)step->before;                                                    \
    }                                                                                           \
    static int cas##bits(uint##bits##_t *at, uint##bits##_t *old, uint##bits##_t new, uint64_t pc) \
    {                                                                                           \
        struct ln_step *step = hooks_add(LN_STEP_CAS, at, bits / 8, pc);                        \
        step->before = *at;                                                                     \
        step->expected = *old;                                                                  \
        step->after = new;                                                                      \
        step->success = *at == *old;                                                            \
        *old = *at;                                                                             \
        if (step->success)                                                                      \
            *at = new;                                                                          \
        return step->success;                                                                   \
    }                                                                                           \
    CAS(bits, strong)                                                                           \
    CAS(bits, weak)                                                                             \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(uint##bits##_t *at, uint##bits##_t old, \
                                                              uint##bits##_t new, int order, int other); \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(uint##bits##_t *at, uint##bits##_t old, \
                                                              uint##bits##_t new, int order, int other) \
    {                                                                                           \
        (void)order;                                                                            \
        (void)other;                                                                            \
        cas##bits(at, &old, new, PC);                                                           \
        return old;                                                                             \
    }                                                                                           \
    FETCH(bits, add, +, LN_FETCH_ADD)                                                           \
    FETCH(bits, sub, -, LN_FETCH_SUB)                                                           \
    FETCH(bits, and, &, LN_FETCH_AND)                                                           \
    FETCH(bits, or, |, LN_FETCH_OR)                                                             \
    FETCH(bits, xor, ^, LN_FETCH_XOR)
ATOMIC(8)
ATOMIC(16)
ATOMIC(32)
ATOMIC(64)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    hooks_add(LN_STEP_FENCE, NULL, 0, PC);
}

#define NOTHING(name, ...)    \
    void name(__VA_ARGS__);   \
    void name(__VA_ARGS__)    \
    {                         \
    }
NOTHING(__tsan_init, void)
NOTHING(__tsan_func_exit, void)

void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller)
{
    (void)caller;
}

/* A subject is compiled with malloc, free and the like as other names of these. */
void *hooks_malloc(size_t bytes)
{
    void *block = hooks_reuse && freed ? freed : heap + used;
    freed = NULL;
    if (block == heap + used)
        used += (bytes + 15) / 16 * 16;
    hooks_blocks[hooks_block_count++] = (struct ln_traced_block){ .address = (uintptr_t)block,
                                                                  .pc = PC - 1 - hooks_base(),
                                                           .length = (uint32_t)bytes, .born = (uint32_t)hooks_count,
                                                           .died = UINT32_MAX };
    hooks_add(LN_STEP_ALLOCATE, block, (uint32_t)bytes, PC);
    return block;
}

void hooks_free(void *block)
{
    for (size_t i = 0; i < hooks_block_count; i++)
        if (hooks_blocks[i].address == (uintptr_t)block && hooks_blocks[i].died == UINT32_MAX) {
            hooks_blocks[i].died = (uint32_t)hooks_count;
            hooks_add(LN_STEP_FREE, block, hooks_blocks[i].length, PC);
        }
    freed = block;
}

int hooks_lock(pthread_mutex_t *mutex)
{
    hooks_add(LN_STEP_LOCK, mutex, sizeof *mutex, PC)->success = 1;
    return 0;
}

int hooks_unlock(pthread_mutex_t *mutex)
{
    hooks_add(LN_STEP_UNLOCK, mutex, sizeof *mutex, PC);
    return 0;
}

/* It is always taken by another one. */
int hooks_trylock(pthread_mutex_t *mutex)
{
    hooks_add(LN_STEP_TRY_LOCK, mutex, sizeof *mutex, PC);
    return 1;
}

int hooks_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    (void)mutex;
    hooks_add(LN_STEP_WAIT, condition, sizeof *condition, PC);
    hooks_add(LN_STEP_WAKE, condition, sizeof *condition, PC)->success = 1;
    return 0;
}

int hooks_broadcast(pthread_cond_t *condition)
{
    hooks_add(LN_STEP_BROADCAST, condition, sizeof *condition, PC);
    return 0;
}

int hooks_yield(void)
{
    hooks_add(LN_STEP_YIELD, NULL, 0, PC);
    return 0;
}
