/* Much of what ordinary C calls. */
#define _GNU_SOURCE
#include "case.h"
#include <stdio.h>
#include <ctype.h>
#include <errno.h>
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <limits.h>
struct o {
    pthread_mutex_t m;
    char name[32];
    int n, list[8];
};
static void *make(void)
{
    struct o *o = calloc(1, sizeof *o);
    pthread_mutex_init(&o->m, 0);
    strcpy(o->name, "thing");
    return o;
}
static int cmp(const void *x, const void *y)
{
    return *(const int *)x - *(const int *)y;
}
OP(inc)
{
    struct o *s = o;
    (void)a;
    int r;
    pthread_mutex_lock(&s->m);
    r = s->n++;
    s->list[r & 7] = -r;
    qsort(s->list, 8, sizeof(int), cmp);
    assert(s->n > 0);
    errno = 0;
    printf("%s %d %5.2f %-10.3s|%*d %zu\n", s->name, s->n, sqrt(r + 1.0), s->name, 5, r, sizeof r);
    fprintf(stderr, "x %c%%\n", 'c');
    if (isalpha((unsigned char)s->name[0]) && toupper('x') == 'X')
        snprintf(s->name, sizeof s->name, "thing%d", r);
    char *d = strdup(s->name), *q = NULL;
    if (asprintf(&q, "%s-%d", d, r) < 0)
        r = -1;
    if (strncmp(q, "thing", 5))
        r = -2;
    r += (int)strtol("0", NULL, 10) + abs(0);
    free(d);
    free(q);
    if (memcmp(s->list, s->list, sizeof s->list))
        r = -3;
    memmove(s->list, s->list + 1, 8);
    jmp_buf j;
    if (!setjmp(j))
        longjmp(j, 1);
    puts("x");
    putchar('x');
    fflush(stdout);
    pthread_mutex_unlock(&s->m);
    return LINNET_INT(r);
}
LINNET_OBJECT = {
    .name = "case", .create = make, .spec = "fetch-and-add", .operations = { { .name = "inc", .call = inc } }
};
