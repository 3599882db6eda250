/* Calls of very many steps. */
#include <linnet/object.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct table {
    pthread_mutex_t lock;
    atomic_int begun;
    atomic_int cells[STEPS];
};

static void *make(void)
{
    struct table *table = calloc(1, sizeof *table);
    pthread_mutex_init(&table->lock, NULL);
    return table;
}

static linnet_value fill(void *object, const linnet_value *arg)
{
    struct table *table = object;
    int begun;
    (void)arg;
#ifdef FIXED
    pthread_mutex_lock(&table->lock);
#endif
    begun = table->begun;
    for (int i = 0; i < STEPS; i++)
        table->cells[i]++;
    table->begun = begun + 1;
#ifdef FIXED
    pthread_mutex_unlock(&table->lock);
#endif
    return LINNET_INT(begun);
}

LINNET_OBJECT = { .name = "table", .create = make, .destroy = free, .operations = { { "fill", fill } } };
