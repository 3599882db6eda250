/* std::atomic waits by futexes. */
#include "case.h"
#include <atomic>
static void *make()
{
    return new std::atomic<int>(0);
}
OP(set)
{
    auto *x = (std::atomic<int> *)o;
    *x = 1;
    x->notify_all();
    return LINNET_VOID;
}
OP(wait)
{
    auto *x = (std::atomic<int> *)o;
    x->wait(0);
    return LINNET_VOID;
}
LINNET_OBJECT = { .name = "cv",
                  .create = make,
                  .spec = "event",
                  .operations = { { .name = "set", .call = set }, { .name = "wait", .call = wait } } };
