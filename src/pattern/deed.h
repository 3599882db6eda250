/* What an operation did, in the words that all collections share. */
#ifndef LN_PATTERN_DEED_H
#define LN_PATTERN_DEED_H

#include "spec/spec.h"

enum ln_deed_kind {
    LN_DEED_INSERT,
    LN_DEED_REMOVE,
    LN_DEED_LOOK,       /* saw the value there: a peek, a read, a failed insertion into a set */
    LN_DEED_ABSENT,     /* saw that it was not there: of a set, the element; else that nothing was */
    LN_DEED_TAKE,       /* a removal that has not returned: any value, or none */
    LN_DEED_NOTHING,    /* has not returned and changes nothing */
    LN_DEED_IMPOSSIBLE, /* an answer that no state gives */
    LN_DEED_UNFIT       /* not for these procedures */
};

struct ln_deed {
    enum ln_deed_kind kind;
    ln_value value;
    const char *why; /* unfit */
};

struct ln_deed ln_deed_of(const struct ln_spec *spec, const struct ln_history *history, uint32_t operation);
/* The same of an operation that is in no history; `argument` is its first, or LN_VALUE_NONE. */
struct ln_deed ln_deed_with(const struct ln_spec *spec, const struct ln_operation *o, ln_value argument);

#endif
