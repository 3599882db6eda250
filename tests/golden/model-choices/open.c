/* A specification that chooses: a first reading is open, later ones are not. With -DWRONG the object returns what
 * nobody may choose. */
#include <linnet/model.h>

static int nothing;

static void *make(void)
{
    return &nothing;
}

static linnet_value read(void *o, const linnet_value *arg)
{
    (void)o;
    (void)arg;
#ifdef WRONG
    return LINNET_INT(9);
#else
    return LINNET_INT(7);
#endif
}

LINNET_OBJECT = { .name = "open", .create = make, .operations = { { "read", read } } };

static int chosen;

static void *begin(void)
{
    return &chosen;
}

static linnet_value read_any(void *o, const linnet_value *arg)
{
    int value = chosen ? chosen : linnet_choose(2) ? 7 : 3;
    (void)o;
    (void)arg;
    chosen = 7;
    return LINNET_INT(value);
}

LINNET_SPECIFICATION = { .name = "open cell", .create = begin, .operations = { { "read", read_any } } };
