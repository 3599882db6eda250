/* An event with a condition of C++. */
#include "case.h"
#include <mutex>
#include <condition_variable>
struct E {
    std::mutex m;
    std::condition_variable c;
    bool on = false;
};
static void *make()
{
    return new E;
}
OP(set)
{
    E *e = (E *)o;
    std::lock_guard<std::mutex> g(e->m);
    e->on = true;
    e->c.notify_all();
    return LINNET_VOID;
}
OP(wait)
{
    E *e = (E *)o;
    std::unique_lock<std::mutex> g(e->m);
    e->c.wait(g, [&] { return e->on; });
    return LINNET_VOID;
}
LINNET_OBJECT = { .name = "cv",
                  .create = make,
                  .spec = "event",
                  .operations = { { .name = "set", .call = set }, { .name = "wait", .call = wait } } };
