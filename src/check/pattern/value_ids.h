/* Inside src/check/pattern only: values as small numbers, in the order in which they were added.
 *
 * Values are mostly integers without large holes: then a value is a place in a table. Else they are hashed. */
#ifndef LN_CHECK_PATTERN_VALUE_IDS_H
#define LN_CHECK_PATTERN_VALUE_IDS_H

#include "base/table.h"
#include "history/value.h"

/* What is known of the values before they are added. */
struct ln_value_survey {
    size_t count;
    uint64_t least, greatest; /* words, when all are small integers, not negative; else greatest is UINT64_MAX */
};

struct ln_value_ids {
    struct ln_memory *memory;
    bool hashed;
    struct ln_table table; /* of the values, or else */
    LN_VEC(ln_value) values;
    LN_VEC(uint32_t) direct; /* id + 1 of the integer least + i */
    uint64_t least;
    uint32_t count;
};

void ln_value_ids_init(struct ln_value_ids *ids, struct ln_memory *memory);
void ln_value_ids_fini(struct ln_value_ids *ids);
/* Forgets all values and makes room for those that were surveyed. False when memory is refused. */
bool ln_value_ids_clear(struct ln_value_ids *ids, const struct ln_value_survey *survey);
/* The same for `count` values of which nothing is known. */
bool ln_value_ids_clear_for(struct ln_value_ids *ids, size_t count);

static inline struct ln_value_survey ln_value_survey(void)
{
    return (struct ln_value_survey){ 0, UINT64_MAX, 0 };
}

static inline void ln_value_survey_add(struct ln_value_survey *survey, ln_value value)
{
    survey->count++;
    if (value.word & 7 || value.word >> 63)
        survey->greatest = UINT64_MAX;
    survey->least = value.word < survey->least ? value.word : survey->least;
    survey->greatest = value.word > survey->greatest ? value.word : survey->greatest;
}

/* The id, or LN_NO_OP. */
uint32_t ln_value_ids_find(const struct ln_value_ids *ids, ln_value value);
/* Gives the next number to a new value, one of those surveyed; *fresh is false when it had one. */
uint32_t ln_value_ids_add(struct ln_value_ids *ids, ln_value value, bool *fresh);

#endif
