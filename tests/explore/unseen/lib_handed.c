/* A function that create() got from a library, so that no operation calls anything by name. */
#include "case.h"
int (*lib_hand_out(void))(void);
static int (*handed)(void);
static void *make(void)
{
    handed = lib_hand_out();
    return &handed;
}
OP(inc)
{
    (void)o, (void)a;
    return LINNET_INT(handed());
}
LINNET_OBJECT = { .name = "handed", .create = make, .operations = { { .name = "inc", .call = inc } } };
