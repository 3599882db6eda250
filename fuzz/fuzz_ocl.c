/* Any bytes as formulas: they are refused with a message, or can be evaluated, within their budget. */
#include "counting/ocl.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void evaluate(const struct ln_ocl *ocl, struct ln_memory *memory)
{
    struct ln_values values;
    struct ln_spec spec;
    struct ln_labels labels;
    struct ln_budget budget;
    bool is_true;
    ln_values_init(&values, memory);
    if (ln_spec_parse(&spec, "queue", &values, NULL))
        abort();
    ln_labels_init(&labels, &spec, 2, memory);
    labels.any_value = ln_ocl_any_value(ocl);
    for (uint32_t i = 0; i < 3; i++)
        if (!ln_labels_call(&labels, i, 0, ln_small(i)) || !ln_labels_call(&labels, 3 + i, 1, LN_VALUE_NONE) ||
            (i && !ln_labels_return(&labels, i, 0, ln_small(i), LN_VALUE_NONE)))
            abort();
    if (!ln_labels_return(&labels, 3, 1, LN_VALUE_NONE, ln_small(2)) ||
        !ln_labels_return(&labels, 4, 1, LN_VALUE_NONE, LN_VALUE_NULL))
        abort();
    ln_budget_init(&budget, memory, 0.01, NULL);
    for (size_t v = 0; v < ln_ocl_count(ocl); v++)
        if (ln_ocl_evaluate(ocl, v, &labels, &budget, &is_true) == LN_STOPPED && is_true)
            abort();
    for (uint32_t i = 0; i < labels.at.length; i++)
        ln_ocl_knows(ocl, &labels, i);
    ln_labels_fini(&labels);
    ln_values_fini(&values);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct ln_memory memory;
    struct ln_error error = { 0 };
    struct ln_ocl *ocl = NULL;
    ln_memory_init(&memory, UINT64_C(1) << 28);
    if (ln_ocl_parse(&ocl, "fuzz", (const char *)bytes, length, &memory, &error)) {
        if (ocl || !strstr(error.message, ": found ")) /* of the bytes, or of what they include */
            abort();
    } else {
        evaluate(ocl, &memory);
    }
    ln_ocl_free(ocl);
    if (atomic_load(&memory.used))
        abort();
    return 0;
}
