/* Returns what VALUE says. */
#include <linnet/object.h>

#include <math.h>

static linnet_value items[20000], deep[1000];
static char text[200000];
static const linnet_value pairs[] = { { LINNET_KIND_STRING, 1, { .is = { .bytes = "a" } } },
                                      { LINNET_KIND_INT, 0, { 1 } },
                                      { LINNET_KIND_STRING, 1, { .is = { .bytes = "b" } } },
                                      { LINNET_KIND_INT, 0, { 2 } },
                                      { LINNET_KIND_STRING, 1, { .is = { .bytes = "a" } } },
                                      { LINNET_KIND_INT, 0, { 3 } } };
static int thing;

static inline linnet_value map(const linnet_value *from, uint32_t length)
{
    linnet_value value = linnet_list(from, length);
    value.kind = LINNET_KIND_MAP;
    return value;
}

static inline linnet_value real(double number)
{
    linnet_value value = linnet_of_kind(LINNET_KIND_REAL);
    value.is.real = number;
    return value;
}

static inline linnet_value nested(unsigned depth)
{
    return deep[depth];
}

static void *make(void)
{
    for (unsigned i = 0; i < sizeof items / sizeof *items; i++)
        items[i] = linnet_int(i);
    for (unsigned i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i % 26);
    for (unsigned i = 1; i < sizeof deep / sizeof *deep; i++)
        deep[i] = linnet_list(&deep[i - 1], 1);
    return &thing;
}

static linnet_value get(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    return VALUE;
}

LINNET_OBJECT = { .name = "values", .create = make, .operations = { { "get", get } } };
