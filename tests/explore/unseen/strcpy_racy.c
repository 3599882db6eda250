/* The C library reads and writes shared memory. */
#include "case.h"
static char buf[32] = "a";
static void *make(void)
{
    return buf;
}
OP(inc)
{
    (void)a;
    char tmp[32];
    strcpy(tmp, o);
    strcat(tmp, "x");
    strcpy(o, tmp);
    return LINNET_INT((long)strlen(tmp));
}
LINNET_OBJECT = { .name = "case", .create = make, .operations = { { .name = "inc", .call = inc } } };
