/* With by_hand.s. */
#include "case.h"
int asm_inc(int *p);
COUNTER
OP(inc)
{
    (void)a;
    return LINNET_INT(asm_inc(o));
}
