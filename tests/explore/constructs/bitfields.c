/* A bit-field is read and written with what stands beside it: who writes it while another one writes that loses it. Compile
 * with -Dcase_NAME, which says where it is. */
#include "case.h"

#include <stdatomic.h>

struct bits {
    unsigned char mine : 1, theirs : 1, rest : 6;
};

static struct bits *_Atomic known; /* to the other one, while it is not NULL */
static atomic_int busy, written;

static void *make(void)
{
    return &lock;
}

static void set_theirs(struct bits *bits)
{
    __atomic_fetch_or((unsigned char *)bits, 2, __ATOMIC_SEQ_CST);
}

#ifdef case_heap
#define WHERE struct bits *bits = calloc(1, 1)
#define END free(bits)
#endif
#ifdef case_own_stack
#define WHERE struct bits on_stack, *bits = &on_stack
#define DIRECTLY on_stack.mine = 1
#endif
#ifdef case_thread_local
#define WHERE static _Thread_local struct bits of_thread; struct bits *bits = &of_thread
#define DIRECTLY of_thread.mine = 1
#endif
#ifdef case_name_with_mm
#define WHERE static struct bits dummy; struct bits *bits = &dummy
#define DIRECTLY dummy.mine = 1
#endif
#ifdef case_no_frame
#define WHERE struct bits *bits = calloc(1, 1)
#define END free(bits)
#define DIRECTLY set_mine((long[]){ 1, 2, 3 }, bits)
#ifndef __clang__
__attribute__((optimize("omit-frame-pointer")))
#endif
APART static long set_mine(long *numbers, struct bits *bits)
{
    long first = numbers[0], second = numbers[1];
    bits->mine = (unsigned char)first & 1;
    numbers[2] = first + second;
    return second + numbers[2];
}
#endif
#ifndef DIRECTLY
#define DIRECTLY bits->mine = 1
#endif
#ifndef END
#define END (void)0
#endif

/* True: the other one has set its bit, and it is gone. */
static linnet_value twice(void *object, const linnet_value *arg)
{
    WHERE;
    int lost;
    (void)object, (void)arg;
    *(volatile unsigned char *)bits = 0;
    enter();
    known = bits;
    DIRECTLY;
    known = NULL;
    leave();
    while (busy)
        ;
    lost = atomic_exchange(&written, 0) && !(*(volatile unsigned char *)bits & 2);
    END;
    return LINNET_INT(lost);
}

static linnet_value once(void *object, const linnet_value *arg)
{
    struct bits *bits;
    (void)object, (void)arg;
    busy = 1;
    bits = known;
    if (bits) {
        set_theirs(bits);
        written = 1;
    }
    busy = 0;
    return LINNET_VOID;
}

OPERATIONS(twice, once)
