/* How far one can get with a core: its longest partial linearisations. */
#ifndef LN_REPORT_ORDERS_H
#define LN_REPORT_ORDERS_H

#include "report/report.h"

enum { LN_ORDERS_SHOWN = 3, LN_ORDERS_OPERATIONS = 12 };

struct ln_order {
    uint32_t ops[LN_ORDERS_OPERATIONS]; /* indexes into the core's operations */
    size_t count;
};

struct ln_orders_found {
    struct ln_order orders[LN_ORDERS_SHOWN]; /* the longest first; no two of them end in the same state */
    size_t count;
};

/* None of a core with more operations than LN_ORDERS_OPERATIONS. False when memory is refused. */
bool ln_orders_find(const struct ln_judged *finding, struct ln_orders_found *found, struct ln_memory *memory);

/* Each of them, step by step, with the state after each step and what cannot come next. */
void ln_orders_write(const struct ln_judged *finding, const struct ln_orders_found *found, struct ln_str *out);

#endif
