/* Each call jumps out of a few frames, by a buffer of its own or by one for all. */
#include <linnet/object.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int jumps;
#ifdef SHARED
static jmp_buf buffer;
#endif

static void *make(void)
{
    return &jumps;
}

static __attribute__((noinline)) void leave(struct __jmp_buf_tag *to, int frames)
{
    if (frames == 0)
        longjmp(to, 7);
    leave(to, frames - 1);
}

static linnet_value jump(void *object, const linnet_value *args)
{
#ifndef SHARED
    jmp_buf buffer;
#endif
    volatile int result;
    (void)object, (void)args;
#ifndef RACY
    pthread_mutex_lock(&mutex);
#endif
    result = setjmp(buffer);
    if (!result)
        leave(buffer, 3);
#ifndef RACY
    pthread_mutex_unlock(&mutex);
#endif
    return LINNET_INT(result);
}

LINNET_OBJECT = { .name = "jumps", .create = make, .operations = { { .name = "jump", .call = jump } } };
