/* A library that is not compiled along. */
#include <pthread.h>
#include <unistd.h>

int lib_counter;

int lib_inc(void)
{
    return lib_counter++;
}

int lib_add(int *at)
{
    return (*at)++;
}

double lib_half(double of, int parts)
{
    return of / parts;
}

static void *tick(void *nothing)
{
    for (;;)
        usleep(1000);
    return nothing;
}

void lib_start(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, tick, NULL);
}

static int hidden_inc(void)
{
    return lib_counter++;
}

/* A function that no symbol leads to. */
int (*lib_hand_out(void))(void)
{
    return hidden_inc;
}
