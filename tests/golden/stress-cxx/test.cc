#include <linnet/object.h>

#include <atomic>

extern "C" int step(void);

static void *make() { return new std::atomic<long>(0); }
static void drop(void *object) { delete static_cast<std::atomic<long> *>(object); }

static linnet_value add(void *object, const linnet_value *arg)
{
    return LINNET_INT(static_cast<std::atomic<long> *>(object)->fetch_add(arg[0].i * step() / STEP));
}

LINNET_OBJECT = {
    .name = "counter", .create = make, .destroy = drop, .spec = "fetch-and-add",
    .operations = { { .name = "fetch_add", .call = add, .args = LINNET_ARGS({1}, {2}) } },
};
