/* Restricted double-compare single-swap (Harris, Fraser and Pratt, DISC 2002): `data` becomes `new` if it was `old` and
 * `control` is what is expected; what it was is returned. A descriptor is put into `data` first, and then anybody may
 * bring it to its end. Which reading of `control` counts is known only when somebody has done so.
 *
 *   linnet model rdcss.c --reuse gc             holds
 *   linnet model rdcss.c                        use after free: it relies on a garbage collector
 *   linnet model rdcss.c --reuse gc -DFAULTY    looks at `control` before the descriptor is there: violated */
#include <linnet/model.h>

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct descriptor {
    int expected;
    uintptr_t old, new;
#ifdef FAULTY
    bool agreed;
#endif
};

static atomic_int control;
static _Atomic uintptr_t data; /* a value times 2, or a descriptor plus 1 */

static void *make(void)
{
    return (void *)&data;
}

static void complete(uintptr_t word)
{
    const struct descriptor *d = (const struct descriptor *)(word - 1);
#ifdef FAULTY
    uintptr_t to = d->agreed ? d->new : d->old;
#else
    uintptr_t to = atomic_load(&control) == d->expected ? d->new : d->old;
#endif
    atomic_compare_exchange_strong(&data, &word, to);
}

static linnet_value rdcss(void *object, const linnet_value *arg)
{
    struct descriptor *d = calloc(1, sizeof *d);
    uintptr_t old = (uintptr_t)arg[1].i * 2, mine = (uintptr_t)d + 1, seen;
    (void)object;
    if (!d)
        return LINNET_FAILED;
    d->expected = (int)arg[0].i;
    d->old = old;
    d->new = (uintptr_t)arg[2].i * 2;
#ifdef FAULTY
    d->agreed = atomic_load(&control) == d->expected;
#endif
    for (;;) {
        seen = old;
        if (atomic_compare_exchange_strong(&data, &seen, mine)) {
            complete(mine);
            break;
        }
        if (!(seen & 1))
            break;
        complete(seen);
    }
    free(d);
    return LINNET_INT((int64_t)(seen / 2));
}

static linnet_value read(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    for (;;) {
        uintptr_t seen = atomic_load(&data);
        if (!(seen & 1))
            return LINNET_INT((int64_t)(seen / 2));
        complete(seen);
    }
}

static linnet_value set(void *object, const linnet_value *arg)
{
    (void)object;
    atomic_store(&control, (int)arg[0].i);
    return LINNET_VOID;
}

LINNET_OBJECT = {
    .name = "rdcss", .create = make,
    .operations = {
        { .name = "rdcss", .call = rdcss, .arity = 3, .args = LINNET_ARGS({ 0, 0, 1 }, { 1, 1, 0 }) },
        { .name = "read", .call = read },
        { .name = "set", .call = set, .args = LINNET_ARGS({0}, {1}) },
    },
};

static int now, wanted;

static void *begin(void)
{
    return &now;
}

static linnet_value spec_rdcss(void *object, const linnet_value *arg)
{
    int before = now;
    (void)object;
    if (wanted == arg[0].i && now == arg[1].i)
        now = (int)arg[2].i;
    return LINNET_INT(before);
}

static linnet_value spec_read(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    return LINNET_INT(now);
}

static linnet_value spec_set(void *object, const linnet_value *arg)
{
    (void)object;
    wanted = (int)arg[0].i;
    return LINNET_VOID;
}

LINNET_SPECIFICATION = {
    .name = "double compare and single swap", .create = begin,
    .operations = { { .name = "rdcss", .call = spec_rdcss }, { .name = "read", .call = spec_read },
                    { .name = "set", .call = spec_set } },
};
