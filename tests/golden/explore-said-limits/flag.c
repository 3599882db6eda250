/* wait() takes it for granted that it was woken by set(). */
#include <linnet/object.h>
#include <pthread.h>
#include <stdlib.h>

struct flag {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int ready;
};

static void *create(void)
{
    struct flag *flag = calloc(1, sizeof *flag);
    pthread_mutex_init(&flag->mutex, NULL);
    pthread_cond_init(&flag->changed, NULL);
    return flag;
}

static linnet_value set(void *object, const linnet_value *args)
{
    struct flag *flag = object;
    (void)args;
    pthread_mutex_lock(&flag->mutex);
    flag->ready = 1;
    pthread_cond_broadcast(&flag->changed);
    pthread_mutex_unlock(&flag->mutex);
    return LINNET_VOID;
}

static linnet_value wait(void *object, const linnet_value *args)
{
    struct flag *flag = object;
    int ready;
    (void)args;
    pthread_mutex_lock(&flag->mutex);
    if (!flag->ready)
        pthread_cond_wait(&flag->changed, &flag->mutex);
    ready = flag->ready;
    pthread_mutex_unlock(&flag->mutex);
    return LINNET_INT(ready);
}

LINNET_OBJECT = { .name = "flag", .create = create, .destroy = free,
                  .operations = { { .name = "set", .call = set }, { .name = "wait", .call = wait } } };
