/* How many orders of its operations a small history allows, and how many of those are witnesses. */
#ifndef LN_CHECK_HITTING_EXTENSIONS_H
#define LN_CHECK_HITTING_EXTENSIONS_H

#include "check/hitting/downsets.h"

struct ln_extensions {
    uint64_t orders, witnesses;
    bool orders_counted, witnesses_counted; /* false: too many, or the budget was spent */
};

/* `downsets` is filled. */
enum ln_status ln_extensions_count(struct ln_downsets *downsets, struct ln_budget *budget,
                                   struct ln_extensions *extensions);

#endif
