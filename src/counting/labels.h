/* The labels that occur in a history, numbered in the order in which they came, with their counters. */
#ifndef LN_COUNTING_LABELS_H
#define LN_COUNTING_LABELS_H

#include "base/table.h"
#include "counting/counting.h"
#include "counting/op_label.h"

struct ln_labels {
    const struct ln_spec *spec; /* what methods are called; borrowed */
    bool any_value;             /* labels that differ in values only are one */
    LN_VEC(struct ln_op_label) at;
    struct ln_table table;
    LN_VEC(uint32_t) named;      /* which labels the names of a formula are (counting/ocl.h), */
    size_t named_at;             /* when there were so many */
    struct ln_counting counting; /* label i of `at` is label i there */
};

void ln_labels_init(struct ln_labels *labels, const struct ln_spec *spec, uint32_t k, struct ln_memory *memory);
void ln_labels_fini(struct ln_labels *labels);

/* Its number, or LN_NO_LABEL. */
uint32_t ln_labels_find(const struct ln_labels *labels, const struct ln_op_label *label);
/* The same, giving it the next number when it is new. LN_OP_NONE has LN_NO_LABEL. False when memory is refused. */
bool ln_labels_number(struct ln_labels *labels, const struct ln_op_label *label, uint32_t *number);

/* Events of bound operations: ln_counting_call and ln_counting_return with the operation's labels. */
bool ln_labels_call(struct ln_labels *labels, uint32_t slot, uint16_t method, ln_value argument);
bool ln_labels_return(struct ln_labels *labels, uint32_t slot, uint16_t method, ln_value argument, ln_value result);

/* How many operations have it now. */
uint64_t ln_labels_total(struct ln_labels *labels, uint32_t number);

/* All counters that are not 0: `push(1) [0,1]: 2, ...`. */
void ln_labels_write(struct ln_labels *labels, struct ln_str *out);

#endif
