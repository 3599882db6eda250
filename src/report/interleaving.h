/* The interleaving of a run: one row per step, with the place in the source and what it did.
 *
 * Threads stand side by side where the page is wide enough for what they do; a bar down the side of a thread is the
 * operation it is in, also while others run:
 *
 *                 thread 1                           thread 2
 *                 ╭ push(1)
 *     stack.c:14  │ s->top → n1
 *                 ├╌╌╌╌╌╌╌╌╌╌╌ preempted ╌╌╌╌╌╌╌╌╌╌▶
 *                 │                                  ╭ pop()
 *     stack.c:23  │                                  │ s->top → n1
 *
 * Else the bars stand close to each other, as in a drawn graph of versions, and all that is done to the right of them:
 *
 *                 thread 1
 *                 │ thread 2
 *                 │ │ thread 3
 *     stack.c:14  ● │ │  CAS(&s->top, n1, n2) → true
 *
 * What is too long for its column is broken between words and goes on below. */
#ifndef LN_REPORT_INTERLEAVING_H
#define LN_REPORT_INTERLEAVING_H

#include "finding/picture.h"
#include "report/report.h"

enum { LN_INTERLEAVING_NARROWEST = 38 };

/* `names`: of the threads. Runs of irrelevant rows of one thread become one that says how many there are. No line is
 * wider than style->width, if that is not less than LN_INTERLEAVING_NARROWEST and three columns for each thread. Texts
 * have ` -> ` before a result and ` x ` before a count, which are drawn as an arrow and a sign of multiplication where
 * the style has them. Memory refused: out->failed. */
void ln_report_interleaving(const struct ln_row *rows, size_t count, const char *const *names, uint32_t threads,
                            const struct ln_style *style, struct ln_str *out);

#endif
