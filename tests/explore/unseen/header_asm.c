/* Assembly in a header is told with the name and line of the header. */
#include "case.h"
#include "in_header.h"
COUNTER
OP(inc)
{
    (void)a;
    return LINNET_INT(racy_inc(o));
}
