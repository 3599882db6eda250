/* What is done once, by a function that throws the first time: then the next call does it again. */
#include <linnet/object.h>
#include <mutex>
#include <pthread.h>
#include <stdexcept>

struct Once {
    std::once_flag flag;
    pthread_once_t control = PTHREAD_ONCE_INIT;
    int tries = 0;
};

static Once *now;

static void attempt()
{
    if (now->tries++ == 0)
        throw std::runtime_error("the first time");
}

struct Variable {
    int tries;
    Variable()
    {
        attempt();
        tries = now->tries;
    }
};

static void *make()
{
    return now = new Once;
}

static void drop(void *once)
{
    delete static_cast<Once *>(once);
}

template <void (*Do)(Once *)> static linnet_value tries(void *object, const linnet_value *)
{
    Once *once = static_cast<Once *>(object);
    try {
        Do(once);
    } catch (const std::exception &) {
        return LINNET_INT(-1);
    }
    return LINNET_INT(once->tries);
}

static void by_flag(Once *once)
{
    std::call_once(once->flag, attempt);
}

static void by_control(Once *once)
{
    pthread_once(&once->control, attempt);
}

static void by_variable(Once *)
{
    static Variable variable;
}

LINNET_OBJECT = { .name = "once", .create = make, .destroy = drop, .spec = nullptr, .enter = nullptr, .leave = nullptr,
                  .operations = { { .name = "flag", .call = tries<by_flag> },
                                  { .name = "control", .call = tries<by_control> },
                                  { .name = "variable", .call = tries<by_variable> } } };
