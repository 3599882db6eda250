/* Assembly that takes other memory for its stack. */
#include "case.h"
COUNTER
OP(inc)
{
    char *top = (char *)o + 32;
    long value;
    (void)a;
#if HOW == 0
    __asm__ volatile("xchgq %1, %%rsp\n\tpopq %0\n\tincq %0\n\tpushq %0\n\txchgq %1, %%rsp" : "=&r"(value), "+r"(top));
#elif HOW == 1
    __asm__ volatile("movq %%rsp, %%rcx\n\tmovq %1, %%rsp\n\tpopq %0\n\tincq %0\n\tpushq %0\n\tmovq %%rcx, %%rsp"
                     : "=&r"(value) : "r"(top) : "rcx");
#else
    __asm__ volatile("pushq %%rbp\n\tmovq %1, %%rbp\n\tincq (%%rbp)\n\tmovq (%%rbp), %0\n\tpopq %%rbp"
                     : "=&r"(value) : "r"(top));
#endif
    return LINNET_INT(value);
}
