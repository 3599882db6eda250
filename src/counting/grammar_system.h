/* Inside the module `grammar`: the system of integer equations of a grammar (Theorem 6).
 *
 * After Verma, Seidl and Schwentick (CADE 2005): a derivation is how often each rule is used, by triples (from, name,
 * to) of the automaton's states; each triple is made as often as it is used, and what is used hangs together. In state
 * t the automaton reads what may take effect at bound t; it moves on by itself. A triple reads its terminal in its last
 * state and an empty one does not move, so that words are split in one way only. */
#ifndef LN_COUNTING_GRAMMAR_SYSTEM_H
#define LN_COUNTING_GRAMMAR_SYSTEM_H

#include "counting/grammar_rules.h"
#include "counting/solver.h"

enum {
    LN_GRAMMAR_STATES = LN_GRAMMAR_MOST_K + 1,
    LN_GRAMMAR_COUNTERS = LN_GRAMMAR_TERMINALS * 2 * LN_GRAMMAR_STATES * LN_GRAMMAR_STATES
};

/* Which operations a counter counts. */
struct ln_grammar_counter {
    uint32_t terminal; /* of pending ones: one whose call is theirs */
    bool pending;
    uint32_t first, last;
};

/* sum over variables, those of counters first, + constant: 0, or at least 0. */
struct ln_grammar_row {
    size_t start, count; /* in `summands` */
    int64_t constant;
    bool equation;
};

/* A rule used for states from .. middle .. to. */
struct ln_grammar_use {
    uint32_t rule, from, middle, to, variable;
};

struct ln_grammar_system {
    struct ln_memory *memory;
    const struct ln_grammar *grammar;
    uint32_t k;
    struct ln_grammar_counter counters[LN_GRAMMAR_COUNTERS];
    uint32_t counter_count, variables;
    LN_VEC(struct ln_summand) summands;
    LN_VEC(struct ln_grammar_row) rows;
    LN_VEC(struct ln_grammar_use) uses;
    uint32_t starts[LN_GRAMMAR_STATES];
    bool failed; /* memory was refused */
};

/* False when memory is refused; to be given back in any case. */
bool ln_grammar_system_init(struct ln_grammar_system *system, const struct ln_grammar *grammar, uint32_t k,
                            struct ln_memory *memory);
void ln_grammar_system_fini(struct ln_grammar_system *system);

/* May an operation that the counter counts be read as the terminal? */
bool ln_grammar_may_be(const struct ln_grammar_system *system, const struct ln_grammar_counter *counter,
                       uint32_t terminal);

/* How often a use makes the triple, and how often it needs it. */
int64_t ln_grammar_makes(const struct ln_grammar_system *system, const struct ln_grammar_use *use, uint32_t name,
                         uint32_t from, uint32_t to);
int64_t ln_grammar_needs(const struct ln_grammar_system *system, const struct ln_grammar_use *use, uint32_t name,
                         uint32_t from, uint32_t to);

#endif
