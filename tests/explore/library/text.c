/* A number kept as text: taken apart, and put together anew. */
#include <linnet/object.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char text[32] = "0 times";

static void *make(void)
{
    return text;
}

static linnet_value count(void *object, const linnet_value *args)
{
    int before = -1;
    char unit[8] = "";
    (void)object, (void)args;
#ifndef RACY
    pthread_mutex_lock(&mutex);
#endif
    sscanf(text, "%d %7s", &before, unit);
    snprintf(text, sizeof text, "%d %s%s", before + 1, unit, getenv("LINNET_NO_SUCH_VARIABLE") ? "!" : "");
#ifndef RACY
    pthread_mutex_unlock(&mutex);
#endif
    return LINNET_INT(before);
}

LINNET_OBJECT = { .name = "text", .create = make, .operations = { { .name = "count", .call = count } } };
