/* Each thread leaves a mark when it ends: destructors of its thread-local variable and of its value by key. */
#include <linnet/object.h>
#include <atomic>
#include <pthread.h>

#ifdef RACY
static int marks;
#else
static std::atomic<int> marks;
#endif
static pthread_key_t key;

static void leave_mark()
{
    int before = marks;
#ifdef RACY
    marks = before + 1;
#else
    while (!marks.compare_exchange_strong(before, before + 1))
        ;
#endif
}

struct Mark {
    int calls = 0;
    ~Mark()
    {
        leave_mark();
    }
};

static void end(void *)
{
    leave_mark();
}

static void *make()
{
    pthread_key_create(&key, end);
    return &key;
}

static linnet_value by_variable(void *, const linnet_value *)
{
    static thread_local Mark mark;
    return LINNET_INT(++mark.calls);
}

static linnet_value by_key(void *, const linnet_value *)
{
    pthread_setspecific(key, &key);
    return LINNET_VOID;
}

static linnet_value get(void *, const linnet_value *)
{
    return LINNET_INT(marks);
}

LINNET_OBJECT = { .name = "thread_end",
                  .create = make,
                  .operations = { { .name = "by_variable", .call = by_variable },
                                  { .name = "by_key", .call = by_key },
                                  { .name = "get", .call = get } } };
