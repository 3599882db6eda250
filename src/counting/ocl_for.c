#include "counting/ocl.h"

const char *ln_ocl_for(const struct ln_spec *spec)
{
    if (!ln_op_label_is_collection(spec))
        return NULL;
    switch (spec->class->discipline) {
    case LN_DISCIPLINE_FIFO: return "queue";
    case LN_DISCIPLINE_LIFO: return "stack";
    case LN_DISCIPLINE_LEAST:
    case LN_DISCIPLINE_GREATEST:
    case LN_DISCIPLINE_ANY: return "bag";
    case LN_DISCIPLINE_LOOSE: return "pool";
    case LN_DISCIPLINE_NONE:
    case LN_DISCIPLINE_SET:
    case LN_DISCIPLINE_CELL: break;
    }
    return NULL;
}
