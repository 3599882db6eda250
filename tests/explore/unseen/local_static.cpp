/* A static variable of a function, made by who comes first. */
#include "case.h"
#include <atomic>
static void *make()
{
    return new int;
}
struct C {
    std::atomic<int> n{ 0 };
    C()
    {
        n = 5;
    }
};
OP(get)
{
    static C c;
    return LINNET_INT(c.n.fetch_add(1));
}
LINNET_OBJECT = { .name = "static", .create = make, .operations = { { .name = "get", .call = get } } };
