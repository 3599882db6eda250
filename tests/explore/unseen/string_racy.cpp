/* A string without a lock. */
#include "case.h"
#include <string>
static void *make()
{
    return new std::string("aaaaaaaaaaaaaaaaaaaaaaaaa");
}
OP(add)
{
    std::string *s = (std::string *)o;
    s->push_back('x');
    return LINNET_INT((long)s->size());
}
LINNET_OBJECT = { .name = "string", .create = make, .operations = { { .name = "add", .call = add } } };
