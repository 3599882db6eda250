#include <linnet/object.h>

#include "gate.h"

static linnet_value pass(void *gate, const linnet_value *arg)
{
    (void)arg;
    gate_pass(gate);
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "gate", .create = gate_new, .destroy = gate_free, .operations = { { "pass", pass } } };
