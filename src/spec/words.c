#include "spec/words.h"

void ln_write_words(const struct ln_values *values, struct ln_state state, struct ln_str *out)
{
    ln_str_char(out, '[');
    for (size_t i = 0; i < ln_words(state); i++) {
        if (i)
            ln_str_text(out, ", ");
        ln_value_write(values, ln_word(state, i), out);
    }
    ln_str_char(out, ']');
}

void ln_initial_empty(const struct ln_spec *spec, struct ln_next *next)
{
    (void)spec;
    ln_next_add(next, 0);
}
