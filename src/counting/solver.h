/* Inside the module `grammar`: the little that is asked of a solver of linear arithmetic.
 *
 * A system has variables that are at least 0, integers or not; equations and inequalities of them are added, and
 * alternatives of which one must hold; then it is solved. */
#ifndef LN_COUNTING_SOLVER_H
#define LN_COUNTING_SOLVER_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ln_solver;
typedef uint32_t ln_variable;

struct ln_summand {
    ln_variable variable;
    int64_t factor;
};

enum ln_relation { LN_IS_ZERO, LN_IS_NOT_NEGATIVE, LN_IS_POSITIVE };

/* sum + constant compared with 0. */
struct ln_linear {
    const struct ln_summand *summands;
    size_t count;
    int64_t constant;
    enum ln_relation relation;
};

enum ln_answer { LN_SOLVED, LN_UNSOLVABLE, LN_UNANSWERED };

struct ln_solver *ln_solver_new(bool integers);
void ln_solver_free(struct ln_solver *solver);
/* A new variable, at least 0; `free`: of any sign. */
ln_variable ln_solver_variable(struct ln_solver *solver, bool free);
void ln_solver_add(struct ln_solver *solver, const struct ln_linear *linear);
/* `when` implies that one of the alternatives holds, each of which is a list of linear facts, one after the other. */
void ln_solver_add_choice(struct ln_solver *solver, const struct ln_linear *when, const struct ln_linear *facts,
                          const size_t *lengths, size_t alternatives);
/* What was added between push and pop is taken back. */
void ln_solver_push(struct ln_solver *solver);
void ln_solver_pop(struct ln_solver *solver);
enum ln_answer ln_solver_solve(struct ln_solver *solver);
/* After LN_SOLVED: the value is *over / *under. False when it does not fit. */
bool ln_solver_value(struct ln_solver *solver, ln_variable variable, int64_t *over, int64_t *under);
/* Did anything go wrong, memory included? */
bool ln_solver_failed(const struct ln_solver *solver);

#endif
