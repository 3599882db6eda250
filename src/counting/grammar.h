/* Counting formulas from grammars (POPL 2015, section 8, Theorem 6).
 *
 * A grammar gives the legal sequential executions of an object, or more than these:
 *
 *     // a lock
 *     free = | "acquire()" held;
 *     held = | "release()" free;
 *
 * The first name is the start; alternatives are separated by `|`, one may be empty; terminals are labels in quotes,
 * with `_` for any value. The histories of length at most k that it allows are those whose counters solve a system of
 * integer equations: the grammar's derivations, its words read by an automaton that goes through the bounds 0..k, each
 * operation being read at a bound of its interval, and a pending one either so or not at all.
 *
 * A monitor cannot ask a solver at each event. So the quantifiers are eliminated beforehand, by cuts: of each small
 * vector of counters that the grammar does not allow, the solver finds a linear inequality that all allowed ones fulfil
 * and this one does not (Farkas), and then proves it of the whole system, integers and all. Where there is none, the
 * vector is a case: which counters are 0, which not, as little of it as the solver proves to be excluded. The formula
 * is that an inequality fails, or a case is there. So it never accuses what is allowed.
 *
 * All but ln_grammar_derive is inside the module `grammar`, which needs Z3. */
#ifndef LN_COUNTING_GRAMMAR_H
#define LN_COUNTING_GRAMMAR_H

#include "base/budget.h"
#include "base/error.h"
#include "base/str.h"
#include "base/vec.h"

enum { LN_GRAMMAR_MOST_K = 2, LN_GRAMMAR_TERMINALS = 8, LN_GRAMMAR_NAMES = 120 };

struct ln_grammar_facts {
    uint32_t terminals, counters, cuts, cases;
    uint64_t tried, forbidden; /* small vectors, and those that are not allowed, */
    uint64_t missed;           /* of which so many are not told apart */
    uint32_t size;             /* operations in a small vector, at most */
};

struct ln_grammar_text {
    const char *name, *at;
    size_t length;
};

struct ln_grammar_module {
    enum ln_status (*derive)(const struct ln_grammar_text *text, uint32_t k, struct ln_budget *budget,
                             struct ln_str *formula, struct ln_grammar_facts *facts, struct ln_error *error);
};

/* Writes a formula of counting/ocl.h, for this k only. LN_MISSING when the module is not there, LN_BAD_INPUT with
 * `name:line:column: ...` when the grammar is wrong, LN_STOPPED when the budget was spent before all was derived. */
enum ln_status ln_grammar_derive(const struct ln_grammar_text *text, uint32_t k, struct ln_budget *budget,
                                 struct ln_str *formula, struct ln_grammar_facts *facts, struct ln_error *error);

/* The grammars that come with linnet, by name; NULL when there is none. */
const char *ln_grammar_shipped(const char *name);

#endif
