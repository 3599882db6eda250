/* A Michael-Scott queue with a lock beside it, in a block of its own: a subject of test_explore_show. */
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct node node;
struct node {
    node *next;
    long value;
};

typedef struct {
    node *head;
    node *tail;
    pthread_mutex_t mutex;
    unsigned char state;
    bool open;
} queue;

static queue *q;
static pthread_cond_t changed;
int counter;

void play(int part);

static void enqueue(long value)
{
    node *n = malloc(sizeof *n), *t, *next;
    n->value = value;
    n->next = NULL;
    for (;;) {
        t = __atomic_load_n(&q->tail, __ATOMIC_ACQUIRE);
        next = __atomic_load_n(&t->next, __ATOMIC_ACQUIRE);
        if (next == NULL && __sync_bool_compare_and_swap(&t->next, NULL, n))
            break;
        __sync_bool_compare_and_swap(&q->tail, t, next);
    }
    __sync_val_compare_and_swap(&q->tail, t, n);
}

static void look(void)
{
    node *h = q->head;
    if (pthread_mutex_trylock(&q->mutex) == 0)
        q->head = h->next;
    pthread_cond_wait(&changed, &q->mutex);
    pthread_cond_broadcast(&changed);
    sched_yield();
}

static void count(void)
{
    pthread_mutex_lock(&q->mutex);
    counter++;
    q->open = true;
    q->state = 65;
    pthread_mutex_unlock(&q->mutex);
}

void play(int part)
{
    if (part == 0) {
        q = malloc(sizeof *q);
        q->head = q->tail = malloc(sizeof(node));
        q->head->next = NULL;
        counter = -1;
    } else if (part == 1) {
        enqueue(-5);
    } else if (part == 2) {
        count();
    } else {
        look();
    }
}
