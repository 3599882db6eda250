#include "base/module.h"
#include "counting/grammar.h"

enum ln_status ln_grammar_derive(const struct ln_grammar_text *text, uint32_t k, struct ln_budget *budget,
                                 struct ln_str *formula, struct ln_grammar_facts *facts, struct ln_error *error)
{
    const void *interface = NULL;
    enum ln_status status = ln_module_load("grammar", "libz3-dev", &interface, error);
    if (status)
        return status;
    return ((const struct ln_grammar_module *)interface)->derive(text, k, budget, formula, facts, error);
}
