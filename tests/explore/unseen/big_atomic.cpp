/* An atomic that is too wide for an instruction. */
#include "case.h"
#include <atomic>
struct B {
    long a, b, c;
};
static void *make()
{
    return new std::atomic<B>(B{ 0, 0, 0 });
}
OP(inc)
{
    auto *x = (std::atomic<B> *)o;
    B v = x->load(), w;
    do {
        w = v;
        w.a++;
    } while (!x->compare_exchange_strong(v, w));
    return LINNET_INT(v.a);
}
LINNET_OBJECT = {
    .name = "big", .create = make, .spec = "fetch-and-add", .operations = { { .name = "inc", .call = inc } }
};
