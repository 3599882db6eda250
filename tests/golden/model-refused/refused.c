#include <linnet/object.h>

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_int count;
static int *_Atomic shared;
static pthread_cond_t condition;
static pthread_mutex_t lock;
static pthread_t thread;
static char buffer[64];
extern int elsewhere;
int unknown(int);

static void *make(void)
{
    return &count;
}

static int factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static int sum(int count, ...)
{
    va_list list;
    int result = 0;
    va_start(list, count);
    while (count--)
        result += va_arg(list, int);
    va_end(list);
    return result;
}

static linnet_value inc(void *object, const linnet_value *arg)
{
    int seen = atomic_fetch_add(&count, 1);
#if defined RECURSION
    seen = factorial(seen);
#elif defined VARARGS
    seen = sum(2, seen, 1);
#elif defined FLOATING
    seen = (int)(seen * 1.5);
#elif defined SIZE_OPEN
    shared = malloc((size_t)seen);
#elif defined VARIABLE_SIZE
    volatile int array[seen + 1];
    array[0] = 1;
#elif defined POINTER_CALL
    int (*const volatile function)(int) = factorial;
    seen = function(seen);
#elif defined ASSEMBLY
    __asm__ volatile("lock incl %0" : "+m"(count));
#elif defined PRINTS
    printf("%d\n", seen);
#elif defined UNKNOWN
    seen = unknown(seen);
#elif defined WIDE
    static _Atomic __int128 wide;
    atomic_fetch_add(&wide, 1);
#elif defined ESCAPES
    int own = seen;
    shared = &own;
    seen = *shared;
#elif defined CONDITION
    pthread_cond_wait(&condition, &lock);
#elif defined REALLOC
    shared = realloc(shared, 8);
#elif defined EXITS
    exit(1);
#elif defined THREADS
    pthread_create(&thread, NULL, NULL, NULL);
#elif defined COPY
    memset(buffer, 0, (size_t)seen);
#elif defined OWN_ESCAPES
    static _Thread_local int cell[2];
    shared = &cell[1];
#elif defined STRING
    return LINNET_STRING("abc", 3);
#elif defined MISSING_VARIABLE
    elsewhere = seen;
#endif
    count = seen;
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "counter", .create = make, .spec = "counter", .operations = { { "inc", inc } } };
