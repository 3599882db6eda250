/* What an object is changes while others ask. */
#include <linnet/object.h>
#include <atomic>
#include <mutex>
#include <new>

struct Animal {
    virtual ~Animal()
    {
    }
};
struct Cat : Animal {
    int lives = 9;
};

static std::mutex mutex;
static std::atomic<int> asked;
alignas(Cat) static char place[sizeof(Cat)];

static void *make()
{
    return new (place) Animal;
}

struct Guard {
#ifndef RACY
    std::lock_guard<std::mutex> guard{ mutex };
#endif
    ~Guard()
    {
    }
};

static linnet_value become(void *object, const linnet_value *)
{
    Guard guard;
    static_cast<Animal *>(object)->~Animal();
    new (place) Cat;
    return LINNET_VOID;
}

static linnet_value ask_twice(void *object, const linnet_value *)
{
    Guard guard;
    int before = dynamic_cast<Cat *>(static_cast<Animal *>(object)) != nullptr;
    asked.load(); /* or the compiler asks once */
    return LINNET_INT(2 * before + (dynamic_cast<Cat *>(static_cast<Animal *>(object)) != nullptr));
}

LINNET_OBJECT = { .name = "casts",
                  .create = make,
                  .operations = { { .name = "become", .call = become }, { .name = "ask_twice", .call = ask_twice } } };
