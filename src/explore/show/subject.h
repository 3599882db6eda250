/* What a step is about: the expression of the source that it reads, writes or locks. */
#ifndef LN_EXPLORE_SHOW_SUBJECT_H
#define LN_EXPLORE_SHOW_SUBJECT_H

#include "explore/show/names.h"

struct ln_subject {
    struct ln_piece expression; /* empty: the source does not tell */
    bool pointer;               /* it is a pointer to what is accessed, `p` and not `*p` */
    bool typed;
    struct ln_lvalue lvalue; /* if typed */
    struct ln_piece callee;  /* what is called there; may be empty */
};

void ln_subject_find(const struct ln_names *names, const struct ln_step *step, size_t index,
                     struct ln_subject *subject);

#endif
