/* What goes to files and comes from them is not put back. */
#include "case.h"
#include <unistd.h>
#include <fcntl.h>
COUNTER
OP(inc)
{
    (void)a;
    (void)o;
    int f = open("/dev/null", O_WRONLY);
    write(f, "x", 1);
    close(f);
    return LINNET_VOID;
}
