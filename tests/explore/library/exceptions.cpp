/* The last exception is kept, and thrown again by others. */
#include <linnet/object.h>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>

static std::mutex mutex;
static std::exception_ptr last;

struct Guard {
#ifndef RACY
    std::lock_guard<std::mutex> guard{ mutex };
#endif
    ~Guard()
    {
    }
};

static void *make()
{
    return &last;
}

static linnet_value fail(void *, const linnet_value *args)
{
    try {
        throw std::runtime_error("#" + std::to_string(args[0].i));
    } catch (...) {
        Guard guard;
        last = std::current_exception();
    }
    return LINNET_VOID;
}

static linnet_value make_one(void *, const linnet_value *args)
{
    std::exception_ptr made = std::make_exception_ptr(std::logic_error("#" + std::to_string(args[0].i)));
    Guard guard;
    last = made;
    return LINNET_VOID;
}

static linnet_value look(void *, const linnet_value *)
{
    std::exception_ptr seen;
    {
        Guard guard;
        seen = last;
    }
    if (!seen)
        return LINNET_INT(-1);
    try {
        std::rethrow_exception(seen);
    } catch (const std::exception &error) {
        return LINNET_INT(error.what()[1] - '0');
    }
}

LINNET_OBJECT = { .name = "exceptions",
                  .create = make,
                  .operations = { { .name = "fail", .call = fail, .fresh = true },
                                  { .name = "make_one", .call = make_one, .fresh = true },
                                  { .name = "look", .call = look } } };
