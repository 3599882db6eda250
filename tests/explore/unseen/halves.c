/* Two words that are read, and written, by one access of the source and two of the machine: -DNUMBER, -DTEXT, or (without
 * optimisation, by gcc) a structure out of memory. -DLOCKED: under a lock, where nobody sees the half of it. */
#include "case.h"

#include <pthread.h>
#include <string.h>

#ifdef NUMBER
__extension__ typedef __int128 both;
#define BOTH(v) (((both)(v) << 64) | (v))
#define SUM(x) (10 * (long)(x) + (long)((x) >> 64))
static both them[] = { BOTH(1), BOTH(2) };
#else
typedef struct {
    long a, b;
} both;
#define SUM(x) (10 * (x).a + (x).b)
static both them[] = { { 1, 1 }, { 2, 2 } };
#endif
static both it;
static char text[24];
static const char *const texts[] = { "eleven letters", "twelve letters" };

#ifdef LOCKED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define TAKE pthread_mutex_lock(&lock)
#define DROP pthread_mutex_unlock(&lock)
#else
#define TAKE (void)0
#define DROP (void)0
#endif

static void *make(void)
{
    it = them[0];
    strcpy(text, texts[0]);
    return &it;
}

OP(set)
{
    (void)o, (void)a;
    TAKE;
    it = them[1];
    strcpy(text, texts[1]);
    DROP;
    return LINNET_VOID;
}

OP(get)
{
    both seen = { 0 };
    int same = 0;
    (void)o, (void)a;
    TAKE;
#ifdef TEXT
    same = strcmp(text, texts[0]) && strcmp(text, texts[1]);
#else
    seen = it;
#endif
    DROP;
    return LINNET_INT(SUM(seen) + same);
}

LINNET_OBJECT = { .name = "halves", .create = make,
                  .operations = { { .name = "set", .call = set }, { .name = "get", .call = get } } };
