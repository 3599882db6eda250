/* Threads of its own. */
#include "case.h"
#include <thread>
static void *make()
{
    return new int;
}
OP(go)
{
    std::thread t([] {});
    t.join();
    return LINNET_VOID;
}
LINNET_OBJECT = { .name = "thread", .create = make, .operations = { { .name = "go", .call = go } } };
