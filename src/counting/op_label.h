/* Operation labels, m(u) => v, as the counting logic sees them.
 *
 * Operations of a collection are named by what they do, not by which method did it: values go in, come out, or nothing
 * was there. What says nothing of these (a peek at a value, an insertion that was refused) has no label. An operation
 * whose result is not known counts as one that has not returned: that only weakens the history. */
#ifndef LN_COUNTING_OP_LABEL_H
#define LN_COUNTING_OP_LABEL_H

#include "spec/spec.h"

enum ln_op_label_kind {
    LN_OP_NONE,      /* it does not count */
    LN_OP_PUSH,      /* a value went in; pending: perhaps */
    LN_OP_POP,       /* a value came out; pending: any value, or none */
    LN_OP_EMPTY,     /* nothing was there */
    LN_OP_OTHER,     /* of an object that is no collection: method, argument and result */
    LN_OP_IMPOSSIBLE /* an answer that no state of the object gives */
};

struct ln_op_label {
    enum ln_op_label_kind kind;
    bool pending;
    uint16_t method; /* LN_OP_OTHER */
    ln_value value;  /* what went in or came out; of LN_OP_OTHER the first argument; else LN_VALUE_NONE */
    ln_value result; /* LN_OP_OTHER that completed; else LN_VALUE_NONE */
};

/* Stands for any value, where values are not told apart; written `_`. */
ln_value ln_op_any(void);
/* The label with that for every value, but null and truth values. */
struct ln_op_label ln_op_label_of_any(struct ln_op_label label);

/* Does the spec have the roles of a collection that gives values back? */
bool ln_op_label_is_collection(const struct ln_spec *spec);

/* At its call, and once it has completed with a result. */
struct ln_op_label ln_op_label_called(const struct ln_spec *spec, uint16_t method, ln_value argument);
struct ln_op_label ln_op_label_returned(const struct ln_spec *spec, uint16_t method, ln_value argument,
                                        ln_value result);

static inline bool ln_op_label_same(const struct ln_op_label *a, const struct ln_op_label *b)
{
    return a->kind == b->kind && a->pending == b->pending && a->method == b->method && ln_same(a->value, b->value) &&
           ln_same(a->result, b->result);
}

/* A value as it is written in labels: one that is not in its word has lost its text on the way. */
void ln_op_value_write(ln_value value, struct ln_str *out);

/* `push(3)`, `pop() -> 3`, `pop() -> empty`, `acquire()`; with ` pending` behind it. */
void ln_op_label_write(const struct ln_op_label *label, const struct ln_spec *spec, struct ln_str *out);

#endif
