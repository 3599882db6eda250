/* Any bytes as a grammar: it is refused with a message, or short words can be recognised by it. */
#include "counting/grammar_rules.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct ln_memory memory;
    struct ln_error error = { 0 };
    struct ln_grammar grammar;
    uint8_t word[3];
    ln_memory_init(&memory, UINT64_C(1) << 28);
    if (ln_grammar_parse(&grammar, "fuzz", (const char *)bytes, length, &memory, &error)) {
        if (strncmp(error.message, "fuzz:", 5) != 0)
            abort();
    } else {
        for (uint32_t n = 0; n < 27; n++) {
            word[0] = (uint8_t)(n % 3);
            word[1] = (uint8_t)(n / 3 % 3);
            word[2] = (uint8_t)(n / 9);
            ln_grammar_has(&grammar, word, n % 4);
        }
        ln_grammar_fini(&grammar);
    }
    if (atomic_load(&memory.used))
        abort();
    return 0;
}
