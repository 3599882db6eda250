/* Operation counting logic (POPL 2015, Figure 3): formulas over how many operations have which label and interval.
 *
 * A file is a list of statements, each ended by a semicolon; `//` starts a comment:
 *
 *     def before(x, y; i) = #(x, 0..k, i+1..k) = 0 and #(y, 0..i, 0..k) = 0;
 *     violation fifo = exists x, y: ... ;
 *     include rv;
 *
 * `#(x, a..b, c..d)` is how many operations labelled x have an interval [i, j] with i in a..b and j in c..d (`#(x, i,
 * j)` of one interval, `#(x)` of all). `exists x:` ranges over the labels that occur, `some i in a..b:` and `every i in
 * a..b:` over bounds; k is the approximation's, so that one text is a whole family of formulas. Label terms besides
 * variables: pushed(x), pushing(x), popped(x) are the labels of an insertion that completed, one that has not, and a
 * removal of the value of x, whether they occur or not; popping is a removal that has not returned, empty one that
 * found nothing; "acquire()" is the label so written, `_` in it any value, and `labels "acquire()", ...;` says that
 * there are no others; `k 1;` says that the formulas are about that approximation alone. Predicates: Push(x), Pop(x), Empty(x), Pending(x), SameValue(x, y), Is(x, "label").
 * docs/counting.md has all of it.
 *
 * For fixed quantifiers evaluation is polynomial in the labels and k (Lemma 6.4). */
#ifndef LN_COUNTING_OCL_H
#define LN_COUNTING_OCL_H

#include "base/budget.h"
#include "base/error.h"
#include "counting/labels.h"

struct ln_ocl;

/* LN_BAD_INPUT with `name:line:column: found ..., expected ...`. */
enum ln_status ln_ocl_parse(struct ln_ocl **ocl, const char *name, const char *text, size_t length,
                            struct ln_memory *memory, struct ln_error *error);
void ln_ocl_free(struct ln_ocl *ocl);

/* Its violations: a history violates the object when one of them is true of it. */
size_t ln_ocl_count(const struct ln_ocl *ocl);
const char *ln_ocl_name(const struct ln_ocl *ocl, size_t violation);

/* Is it true of the counters? LN_STOPPED when the budget is spent. */
enum ln_status ln_ocl_evaluate(const struct ln_ocl *ocl, size_t violation, struct ln_labels *labels,
                               struct ln_budget *budget, bool *is_true);

/* Does it not tell values apart? Then the labels should not either (ln_labels.any_value). */
bool ln_ocl_any_value(const struct ln_ocl *ocl);
/* *k becomes the k that they are for, when they are for one only. */
bool ln_ocl_for_one_k(const struct ln_ocl *ocl, uint32_t *k);
/* Is the label one that its `labels` statement lists, if it has one? */
bool ln_ocl_knows(const struct ln_ocl *ocl, const struct ln_labels *labels, uint32_t number);

/* The formulas that come with linnet, by name (rv, ev, fv, lv, queue, stack, bag, pool); NULL when there is none. */
const char *ln_ocl_shipped(const char *name, size_t length);
/* Which of them is about the spec; NULL when none is. */
const char *ln_ocl_for(const struct ln_spec *spec);

#endif
