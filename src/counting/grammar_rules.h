/* Inside the module `grammar`: a grammar whose rules have at most two names on their right side. */
#ifndef LN_COUNTING_GRAMMAR_RULES_H
#define LN_COUNTING_GRAMMAR_RULES_H

#include "counting/grammar.h"

enum { LN_GRAMMAR_TEXT = 64 };

enum ln_rule_kind { LN_RULE_EMPTY, LN_RULE_TERMINAL, LN_RULE_PAIR };

struct ln_rule {
    enum ln_rule_kind kind;
    uint32_t name;          /* the left side; 0 is the start */
    uint32_t first, second; /* of a pair; of a terminal: which, in `first` */
};

struct ln_terminal {
    char label[LN_GRAMMAR_TEXT]; /* as written, without quotes */
    char call[LN_GRAMMAR_TEXT];  /* what of it is known while it is pending */
};

struct ln_grammar {
    struct ln_memory *memory;
    LN_VEC(struct ln_rule) rules;
    LN_VEC(struct ln_terminal) terminals;
    uint32_t names;
};

enum ln_status ln_grammar_parse(struct ln_grammar *grammar, const char *name, const char *text, size_t length,
                                struct ln_memory *memory, struct ln_error *error);
void ln_grammar_fini(struct ln_grammar *grammar);

/* Is the word one of its language? Up to LN_GRAMMAR_WORD terminals. */
enum { LN_GRAMMAR_WORD = 8 };
bool ln_grammar_has(const struct ln_grammar *grammar, const uint8_t *word, size_t length);

#endif
