/* What an operation did, in the words that all collections share. */
#ifndef LN_CHECK_PATTERN_COLLECTION_ACT_H
#define LN_CHECK_PATTERN_COLLECTION_ACT_H

#include "spec/spec.h"

enum ln_act_kind {
    LN_ACT_INSERT,
    LN_ACT_REMOVE,
    LN_ACT_LOOK,       /* saw the value there: a peek, a read, a failed insertion into a set */
    LN_ACT_ABSENT,     /* saw that it was not there: of a set, the element; else that nothing was */
    LN_ACT_TAKE,       /* a removal that has not returned: any value, or none */
    LN_ACT_NOTHING,    /* has not returned and changes nothing */
    LN_ACT_IMPOSSIBLE, /* an answer that no state gives */
    LN_ACT_UNFIT       /* not for these procedures */
};

struct ln_act {
    enum ln_act_kind kind;
    ln_value value;
    const char *why; /* unfit */
};

struct ln_act ln_act_of(const struct ln_spec *spec, const struct ln_history *history, uint32_t operation);
/* The same of an operation that is in no history; `argument` is its first, or LN_VALUE_NONE. */
struct ln_act ln_act_with(const struct ln_spec *spec, const struct ln_operation *o, ln_value argument);

#endif
