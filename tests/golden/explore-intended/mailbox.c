/* A register whose writes go through a mailbox: whoever empties it delivers, maybe after the write has returned. */
#include <linnet/object.h>
#include <stdatomic.h>
#include <stdlib.h>

struct mailbox {
    atomic_int value, mail;
};

static void *make(void)
{
    return calloc(1, sizeof(struct mailbox));
}

static linnet_value deliver(void *object, const linnet_value *arg)
{
    struct mailbox *box = object;
    int mail = atomic_exchange(&box->mail, 0);
    (void)arg;
    if (mail)
        atomic_store(&box->value, mail);
    return LINNET_VOID;
}

static linnet_value post(void *object, const linnet_value *arg)
{
    atomic_store(&((struct mailbox *)object)->mail, (int)arg[0].i);
    return deliver(object, arg);
}

static linnet_value get(void *object, const linnet_value *arg)
{
    (void)arg;
    return LINNET_INT(atomic_load(&((struct mailbox *)object)->value));
}

LINNET_OBJECT = {
    .name = "mailbox", .create = make, .destroy = free,
    .operations = { { "post", post, .args = LINNET_ARGS({ 1 }), .async = ASYNC }, { "get", get }, { "deliver", deliver } },
};
