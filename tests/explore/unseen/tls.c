/* Thread-local variables, and errno. */
#include "case.h"
#include <errno.h>
#include <stdatomic.h>
static _Thread_local int mine;
static _Thread_local char big[5000];
COUNTER
OP(inc)
{
    (void)a;
    mine++;
    big[mine] = 1;
    errno = mine;
    atomic_fetch_add((atomic_int *)o, 1);
    return LINNET_INT(errno - mine + big[mine]);
}
