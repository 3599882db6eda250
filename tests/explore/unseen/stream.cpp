/* Streams are code of a library. */
#include "case.h"
#include <sstream>
static void *make()
{
    return new int;
}
OP(go)
{
    std::ostringstream s;
    s << 3;
    return LINNET_INT((long)s.str().size());
}
LINNET_OBJECT = { .name = "stream", .create = make, .operations = { { .name = "go", .call = go } } };
