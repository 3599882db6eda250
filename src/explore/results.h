/* Inside src/explore only: the results of a test's calls, numbered: equal values have equal ids, from any run. */
#ifndef LN_EXPLORE_RESULTS_H
#define LN_EXPLORE_RESULTS_H

#include "base/error.h"
#include "base/intern.h"
#include "base/str.h"
#include "history/value.h"
#include "linnet/value.h"

struct ln_results {
    struct ln_intern texts; /* as JSON, each ended by NUL */
    struct ln_str scratch;
    struct ln_values values; /* what is equal there is equal here */
    struct {
        linnet_value value;
        uint32_t id;
        bool filled;
    } recent[64]; /* numbers and the like, which most results are */
};

void ln_results_init(struct ln_results *results, struct ln_memory *memory);
void ln_results_fini(struct ln_results *results);
/* LN_NO_MEMORY, or LN_OK and its id. The value is one that ln_results_misfit has nothing to say of. */
enum ln_status ln_results_id(struct ln_results *results, const linnet_value *value, uint32_t *id);
const char *ln_results_text(const struct ln_results *results, uint32_t id);
size_t ln_results_length(const struct ln_results *results, uint32_t id);
/* Why a result cannot be told by its text; NULL: it can. */
const char *ln_results_misfit(const linnet_value *value);

/* How a result is written that is none: the operation had no effect. */
#define LN_RESULT_FAILED "\"failed\""

#endif
