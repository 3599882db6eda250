/* Operations and specifications that are told the number of their process. */
#include <linnet/model.h>

static volatile int owner = -1;

static void *make(void)
{
    return (void *)&owner;
}

/* arg[1] is the process, and so is arg[0] of what has no arguments. */
static linnet_value take(void *o, const linnet_value *arg)
{
    (void)o;
    owner = (int)arg[1].i;
    return LINNET_INT(owner);
}

static linnet_value mine(void *o, const linnet_value *arg)
{
    (void)o;
    return LINNET_INT(arg[0].i);
}

LINNET_OBJECT = { .name = "who", .create = make, .operations = {
    { "take", take, .args = LINNET_ARGS({5}), .role = "taker", .thread = true },
    { "mine", mine, .thread = true } } };

static int nobody;

static void *begin(void)
{
    return &nobody;
}

static linnet_value take_serially(void *o, const linnet_value *arg)
{
    (void)o;
    return LINNET_INT(arg[1].i);
}

static linnet_value mine_serially(void *o, const linnet_value *arg)
{
    (void)o;
#ifdef WRONG
    return LINNET_INT(1 - arg[0].i);
#else
    return LINNET_INT(arg[0].i);
#endif
}

LINNET_SPECIFICATION = { .name = "who", .create = begin, .operations = {
    { "take", take_serially, .thread = true }, { "mine", mine_serially, .thread = true } } };
