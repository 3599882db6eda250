/* Instructions that touch nothing, and one that nobody calls. */
#include "case.h"
#include <stdatomic.h>
COUNTER
int never(int *p);
int never(int *p)
{
    __asm__ volatile("lock; incl %0" : "+m"(*p));
    return *p;
}
OP(inc)
{
    (void)a;
    unsigned lo, hi, x = 5;
    __asm__ volatile("pause");
    __asm__ volatile("rep; nop" ::: "memory");
    __asm__ volatile("mfence" ::: "memory");
    __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
    __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
    __asm__("bswap %0" : "+r"(x));
    __asm__("1: decl %0\n jnz 1b" : "+r"(x));
    __asm__ volatile("cpuid" : "=a"(lo) : "a"(0) : "ebx", "ecx", "edx");
    x = 9;
    __asm__("bsrl %1, %0" : "=r"(hi) : "r"(x));
    (void)lo;
    (void)hi;
    return LINNET_INT(atomic_fetch_add((atomic_int *)o, 1));
}
