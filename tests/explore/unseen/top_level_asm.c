/* Assembly outside of functions. */
#include "case.h"
__asm__(".text\n.globl top_inc\n.type top_inc,@function\ntop_inc: movl (%rdi), %eax\n incl (%rdi)\n "
        "ret\n.size top_inc,.-top_inc\n");
int top_inc(int *p);
COUNTER
OP(inc)
{
    (void)a;
    return LINNET_INT(top_inc(o));
}
