/* The destructor would run when the thread ends. */
#include "case.h"
#include <atomic>
static std::atomic<int> n{ 0 };
static void *make()
{
    return &n;
}
struct D {
    int x = 1;
    ~D()
    {
        n++;
    }
};
OP(go)
{
    static thread_local D d;
    return LINNET_INT(d.x);
}
LINNET_OBJECT = { .name = "tl", .create = make, .operations = { { .name = "go", .call = go } } };
