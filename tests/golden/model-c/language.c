/* Every kind of thing that code does, on values that are read from memory when it runs, each against what C says. */
#include <linnet/model.h>

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

static volatile int64_t seven = 7, minus = -7, big = INT64_C(0x123456789abcdef0);
static volatile uint8_t byte = 200;
static volatile int16_t half = -300;
static volatile bool yes = true;

static void integers(void)
{
    assert(minus / 2 == -3 && minus % 2 == -1 && (uint64_t)minus / 2 == UINT64_C(0x7ffffffffffffffc));
    assert((uint32_t)minus % 10 == 9 && (int32_t)minus * 3 == -21 && (int8_t)(seven * 40) == 24);
    assert(minus >> 1 == -4 && (uint32_t)minus >> 28 == 15 && seven << 3 == 56 && ~seven == -8);
    assert((byte ^ 255) == 55 && (byte & 12) == 8 && (byte | 7) == 207 && (int8_t)byte == -56);
    assert(half + 1 == -299 && (uint16_t)half == 65236 && half < byte && (uint16_t)half > byte);
    assert(minus < seven && (uint64_t)minus > (uint64_t)seven && minus <= -7 && !(minus >= seven));
    assert((yes ? seven : minus) == 7 && (!yes ? seven : minus) == -7 && yes + yes == 2);
    assert(INT64_MIN / (minus + 6) == INT64_MIN || true);
}

static void bits(void)
{
    assert(__builtin_popcountll((uint64_t)big) == 32 && __builtin_clzll((uint64_t)big) == 3);
    assert(__builtin_ctzll((uint64_t)big) == 4 && __builtin_clz((unsigned)seven) == 29);
    assert(__builtin_bswap64((uint64_t)big) == UINT64_C(0xf0debc9a78563412));
    assert(__builtin_bswap16((uint16_t)big) == 0xf0de && (uint32_t)big == 0x9abcdef0);
    assert((big >> 32 & 0xffff) == 0x5678);
}

struct packed {
    unsigned a : 3, b : 7;
    int c : 5;
};

struct pair {
    int8_t small;
    int64_t large;
    struct {
        int16_t items[3];
    } inner;
};

union both {
    uint32_t word;
    uint8_t bytes[4];
};

static struct pair pairs[3] = { { 1, 2, { { 3, 4, 5 } } }, { -1, -2, { { -3, -4, -5 } } } };
static struct packed fields;
static union both shared = { .word = 0x01020304 };
static const char text[] = "linnet";
static const int table[] = { 5, 3, 1 };
static int *volatile pointer = (int *)&table[1];

static void memory(void)
{
    struct pair local = pairs[1], *at = &pairs[seven - 6];
    int array[4] = { 1, 2, 3, 4 }, sum = 0;
    assert(local.large == -2 && at->inner.items[2] == -5 && at - pairs == 1);
    pairs[2] = local;
    assert(pairs[2].inner.items[1] == -4 && pairs[2].small == -1);
    memset(&pairs[2], 0, sizeof pairs[2]);
    assert(pairs[2].large == 0);
    fields.a = (unsigned)seven;
    fields.b = (unsigned)byte;
    fields.c = (int)minus;
    assert(fields.a == 7 && fields.b == 72 && fields.c == -7);
    assert(shared.bytes[0] == 4 && shared.bytes[3] == 1);
    shared.bytes[1] = 9;
    assert(shared.word == 0x01020904);
    array[seven & 3] = 40;
    for (int i = 0; i < 4; i++)
        sum += array[i];
    assert(sum == 46 && text[seven - 3] == 'e' && table[seven - 5] == 1 && *pointer == 3 && pointer[-1] == 5);
}

static int depth(int n)
{
    switch (n) {
    case 0: return 10;
    case 1:
    case 2: return 20;
    case 9: return 30;
    default: break;
    }
    return 40;
}

static bool out(int n, int *result)
{
    static int calls;
    *result = n * 2;
    return ++calls > 1;
}

static void control(void)
{
    int n = 0, result;
    assert(depth((int)seven - 7) == 10 && depth((int)seven - 5) == 20 && depth((int)seven + 2) == 30);
    assert(depth((int)seven) == 40);
    for (int i = 0; i < 5; i++) {
        if (i == 1)
            continue;
        for (int j = i; j < 5; j++)
            n += j == 3 ? 10 : 1;
        if (i == 3)
            break;
    }
    assert(n == 37);
    do
        n -= 7;
    while (n > 0);
    assert(n == -5);
    assert(!out(4, &result) && result == 8 && out(5, &result) && result == 10);
}

static atomic_int cell;
static _Atomic uint8_t small = 250;
static _Atomic(struct pair *) link_to;
static _Atomic uintptr_t marked;
static atomic_flag flag = ATOMIC_FLAG_INIT;

static void atomics(void)
{
    int seen = 5;
    assert(atomic_fetch_add(&cell, 5) == 0 && atomic_fetch_sub(&cell, 2) == 5 && atomic_exchange(&cell, 12) == 3);
    assert(atomic_fetch_and(&cell, 10) == 12 && atomic_fetch_or(&cell, 1) == 8 && atomic_fetch_xor(&cell, 3) == 9);
    assert(!atomic_compare_exchange_strong(&cell, &seen, 1) && seen == 10);
    assert(atomic_compare_exchange_strong(&cell, &seen, 1) && atomic_load(&cell) == 1);
    while (!atomic_compare_exchange_weak(&cell, &seen, 4))
        ;
    assert(cell++ == 4 && --cell == 4);
    cell += 3;
    assert(atomic_fetch_add(&small, 10) == 250 && small == 4);
    assert(__sync_bool_compare_and_swap((int *)&cell, 7, 8) && __atomic_add_fetch((int *)&cell, 1, __ATOMIC_SEQ_CST) == 9);
    assert(__atomic_fetch_nand((int *)&cell, 8, __ATOMIC_SEQ_CST) == 9 && cell == -9);
    link_to = &pairs[1];
    marked = (uintptr_t)atomic_load(&link_to) | 1;
    assert((marked & 1) && ((struct pair *)(marked & ~(uintptr_t)1))->large == -2);
    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
}

static _Thread_local int own[3], count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static mtx_t other;

static void blocks(void)
{
    struct pair *one = malloc(sizeof *one), *two = calloc(2, sizeof *two);
    assert(one && two && one != two && two[1].large == 0);
    one->large = seven;
    two[1] = *one;
    free(one);
    assert(two[1].large == 7);
    free(two);
    own[seven & 1] = 5;
    count += own[1];
    assert(count == 5 && own[0] == 0);
    mtx_init(&other, mtx_plain);
    assert(pthread_mutex_lock(&lock) == 0 && pthread_mutex_trylock(&lock) != 0 && pthread_mutex_unlock(&lock) == 0);
    assert(mtx_lock(&other) == thrd_success && mtx_trylock(&other) == thrd_busy && mtx_unlock(&other) == thrd_success);
}

static void marks(void)
{
    int chosen = linnet_choose(3);
    bool found = false;
    assert(chosen >= 0 && chosen < 3);
    linnet_assume(chosen != 1);
    assert(chosen != 1);
    LINNET_ATOMIC {
        found = LINNET_FUSED(seven == 7);
    }
    linnet_await(found);
    linnet_step();
}

static int64_t doubled(int64_t x)
{
    return 2 * x;
}

static int64_t twice(int64_t function(int64_t), int64_t x)
{
    return function(function(x));
}

static int64_t apply(int64_t how(int64_t (*)(int64_t), int64_t), int64_t x)
{
    return how(doubled, x);
}

static void functions(void)
{
    assert(twice(doubled, seven) == 28 && apply(twice, minus) == -28);
}

static void *make(void)
{
    return &cell;
}

static linnet_value inc(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    integers();
    bits();
    memory();
    control();
    atomics();
    blocks();
    marks();
    functions();
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "language", .create = make, .spec = "counter", .operations = { { "inc", inc } } };
