#include "counting/labels.h"

#include <assert.h>

void ln_labels_init(struct ln_labels *labels, const struct ln_spec *spec, uint32_t k, struct ln_memory *memory)
{
    *labels = (struct ln_labels){ .spec = spec };
    ln_table_init(&labels->table, memory);
    ln_counting_init(&labels->counting, k, memory);
}

void ln_labels_fini(struct ln_labels *labels)
{
    struct ln_memory *memory = labels->counting.memory;
    ln_vec_fini(&labels->at, memory);
    ln_table_fini(&labels->table);
    ln_vec_fini(&labels->named, memory);
    ln_counting_fini(&labels->counting);
}

static uint64_t hash_of(const struct ln_op_label *label)
{
    uint64_t kind = (uint64_t)label->kind << 32 | (uint64_t)label->method << 1 | label->pending;
    return ln_mix(ln_mix(label->value.word + kind) + label->result.word);
}

uint32_t ln_labels_find(const struct ln_labels *labels, const struct ln_op_label *label)
{
    uint64_t hash = hash_of(label);
    uint32_t number;
    LN_TABLE_FIND(number, &labels->table, hash, ln_op_label_same(&labels->at.at[number], label));
    return number;
}

bool ln_labels_number(struct ln_labels *labels, const struct ln_op_label *given, uint32_t *number)
{
    struct ln_op_label made = labels->any_value ? ln_op_label_of_any(*given) : *given;
    const struct ln_op_label *label = &made;
    *number = label->kind == LN_OP_NONE ? LN_NO_LABEL : ln_labels_find(labels, label);
    if (*number != LN_NO_LABEL || label->kind == LN_OP_NONE)
        return true;
    if (!ln_table_reserve(&labels->table, labels->at.length + 1) ||
        !ln_vec_reserve(&labels->at, labels->counting.memory, labels->at.length + 1) ||
        !ln_counting_add_label(&labels->counting, label->pending))
        return false;
    *number = (uint32_t)labels->at.length;
    assert(labels->counting.labels.length == labels->at.length + 1);
    ln_table_put(&labels->table, hash_of(label), *number);
    labels->at.at[labels->at.length++] = *label;
    return true;
}

bool ln_labels_call(struct ln_labels *labels, uint32_t slot, uint16_t method, ln_value argument)
{
    struct ln_op_label label = ln_op_label_called(labels->spec, method, argument);
    uint32_t number;
    return ln_labels_number(labels, &label, &number) && ln_counting_call(&labels->counting, slot, number);
}

/* One whose result is not known stays what it was at its call, open for ever. */
bool ln_labels_return(struct ln_labels *labels, uint32_t slot, uint16_t method, ln_value argument, ln_value result)
{
    struct ln_op_label label = ln_op_label_returned(labels->spec, method, argument, result);
    uint32_t number;
    if (label.pending && label.kind != LN_OP_NONE) {
        assert(slot < labels->counting.open.length);
        labels->counting.open.at[slot].label = LN_NO_LABEL;
        return true;
    }
    if (!ln_labels_number(labels, &label, &number))
        return false;
    ln_counting_return(&labels->counting, slot, number);
    return true;
}

uint64_t ln_labels_total(struct ln_labels *labels, uint32_t number)
{
    uint32_t k = labels->counting.bounds.k;
    uint64_t total = 0;
    for (uint32_t first = 0; first <= k; first++)
        for (uint32_t last = first; last <= k; last++)
            total += ln_counting_count(&labels->counting, number, first, last);
    return total;
}

void ln_labels_write(struct ln_labels *labels, struct ln_str *out)
{
    uint32_t k = labels->counting.bounds.k;
    const char *between = "";
    for (uint32_t number = 0; number < labels->at.length; number++)
        for (uint32_t first = 0; first <= k; first++)
            for (uint32_t last = first; last <= k; last++) {
                uint64_t count = ln_counting_count(&labels->counting, number, first, last);
                if (!count)
                    continue;
                ln_str_text(out, between);
                ln_op_label_write(&labels->at.at[number], labels->spec, out);
                ln_str_format(out, " [%u,%u]: %llu", first, last, (unsigned long long)count);
                between = ", ";
            }
}
