/* Evaluates formulas: by the definition, quantifiers as loops. */
#include "counting/ocl_tree.h"

#include <assert.h>
#include <string.h>

struct evaluation {
    const struct ln_ocl *ocl;
    struct ln_labels *model;
    struct ln_budget *budget;
    int64_t fuel;
    bool stopped;
    uint32_t label_base, bound_base; /* of the frame */
    uint32_t label_top, bound_top;   /* where a definition's frame would start */
    struct ln_op_label labels[LN_OCL_VARIABLES];
    int64_t bounds[LN_OCL_VARIABLES];
};

static bool holds(struct evaluation *e, uint32_t number);

static int64_t bound_of(const struct evaluation *e, uint32_t number)
{
    const struct ln_ocl_node *node = &e->ocl->nodes.at[number];
    switch ((enum ln_ocl_base)node->op) {
    case LN_OCL_PLAIN: break;
    case LN_OCL_K: return node->number + e->model->counting.bounds.k;
    case LN_OCL_BOUND: return node->number + e->bounds[e->bound_base + node->slot];
    }
    return node->number;
}

static struct ln_op_label label_of(const struct evaluation *e, uint32_t number)
{
    const struct ln_ocl_node *node = &e->ocl->nodes.at[number];
    struct ln_op_label label = { .value = LN_VALUE_NONE, .result = LN_VALUE_NONE };
    if (node->kind == LN_OCL_LABEL)
        return e->labels[e->label_base + node->slot];
    if (node->op == LN_OCL_NAMED) {
        uint32_t found = e->model->named.at[node->a];
        return found == LN_NO_LABEL ? label : e->model->at.at[found];
    }
    if (node->op < LN_OCL_POPPING)
        label.value = label_of(e, node->a).value;
    label.kind = node->op == LN_OCL_NOTHING                                ? LN_OP_EMPTY
                 : node->op == LN_OCL_PUSHED || node->op == LN_OCL_PUSHING ? LN_OP_PUSH
                                                                           : LN_OP_POP;
    label.pending = node->op == LN_OCL_PUSHING || node->op == LN_OCL_POPPING;
    return label;
}

static bool is_named(const struct evaluation *e, uint32_t number)
{
    return e->ocl->nodes.at[number].kind == LN_OCL_FUNCTION && e->ocl->nodes.at[number].op == LN_OCL_NAMED;
}

/* LN_NO_LABEL when it does not occur. */
static uint32_t number_of(const struct evaluation *e, uint32_t number)
{
    struct ln_op_label label;
    if (is_named(e, number))
        return e->model->named.at[e->ocl->nodes.at[number].a];
    label = label_of(e, number);
    return ln_labels_find(e->model, &label);
}

static int64_t count_of(struct evaluation *e, const struct ln_ocl_node *node)
{
    const uint32_t *ends = e->ocl->uses.at + node->b;
    uint32_t of = number_of(e, node->a);
    int64_t k = e->model->counting.bounds.k, total = 0;
    int64_t from = bound_of(e, ends[0]), to = bound_of(e, ends[1]);
    int64_t last_from = bound_of(e, ends[2]), last_to = bound_of(e, ends[3]);
    if (of == LN_NO_LABEL)
        return 0;
    to = to > k ? k : to;
    last_to = last_to > k ? k : last_to;
    for (int64_t first = from < 0 ? 0 : from; first <= to; first++)
        for (int64_t last = last_from < first ? first : last_from; last <= last_to; last++)
            total += (int64_t)ln_counting_count(&e->model->counting, of, (uint32_t)first, (uint32_t)last);
    return total;
}

static int64_t term_of(struct evaluation *e, uint32_t number)
{
    const struct ln_ocl_node *node = &e->ocl->nodes.at[number];
    if (node->kind == LN_OCL_SUM)
        return term_of(e, node->a) + term_of(e, node->b);
    return node->kind == LN_OCL_COUNT ? count_of(e, node) : bound_of(e, number);
}

static bool compare(struct evaluation *e, const struct ln_ocl_node *node)
{
    int64_t left = term_of(e, node->a), right = term_of(e, node->b);
    switch ((enum ln_ocl_compare)node->op) {
    case LN_OCL_LE: return left <= right;
    case LN_OCL_LT: return left < right;
    case LN_OCL_GE: return left >= right;
    case LN_OCL_GT: return left > right;
    case LN_OCL_EQ: return left == right;
    case LN_OCL_NE: break;
    }
    return left != right;
}

static bool is_called(struct evaluation *e, const struct ln_op_label *label, const char *text)
{
    struct ln_str written;
    struct ln_op_label completed = *label;
    bool same;
    completed.pending = false;
    ln_str_init(&written, e->budget->memory);
    ln_op_label_write(&completed, e->model->spec, &written);
    e->stopped |= written.failed;
    same = strcmp(ln_str_borrow(&written), text) == 0;
    ln_str_fini(&written);
    return same;
}

static bool is(struct evaluation *e, const struct ln_ocl_node *node)
{
    struct ln_op_label label = label_of(e, node->a), other;
    switch ((enum ln_ocl_predicate)node->op) {
    case LN_OCL_PUSH: return label.kind == LN_OP_PUSH && !label.pending;
    case LN_OCL_POP: return label.kind == LN_OP_POP && !label.pending;
    case LN_OCL_EMPTY: return label.kind == LN_OP_EMPTY;
    case LN_OCL_PENDING: return label.pending;
    case LN_OCL_SAME_VALUE:
        other = label_of(e, node->b);
        return !ln_same(label.value, LN_VALUE_NONE) && ln_same(label.value, other.value);
    case LN_OCL_LABEL_IS: break;
    }
    return is_called(e, &label, e->ocl->texts.at + node->b);
}

/* Only labels that occur. */
static bool exists(struct evaluation *e, const struct ln_ocl_node *node)
{
    for (uint32_t i = 0; i < e->model->at.length && !e->stopped; i++) {
        assert(e->label_base + node->slot < e->label_top);
        e->labels[e->label_base + node->slot] = e->model->at.at[i];
        if (ln_labels_total(e->model, i) && holds(e, node->b))
            return true;
    }
    return false;
}

static bool some(struct evaluation *e, const struct ln_ocl_node *node)
{
    int64_t from = bound_of(e, node->c), to = bound_of(e, node->d);
    bool wanted = node->kind == LN_OCL_SOME;
    for (int64_t i = from; i <= to && !e->stopped; i++) {
        assert(e->bound_base + node->slot < e->bound_top);
        e->bounds[e->bound_base + node->slot] = i;
        if (holds(e, node->b) == wanted)
            return wanted;
    }
    return !wanted;
}

/* The body sees its parameters only. */
static bool use(struct evaluation *e, const struct ln_ocl_node *node)
{
    const struct ln_ocl_statement *made = &e->ocl->definitions.at[node->a];
    uint32_t label_base = e->label_base, bound_base = e->bound_base, label_top = e->label_top, bound_top = e->bound_top;
    const uint32_t *arguments = e->ocl->uses.at + node->b;
    bool answer;
    assert(label_top + made->own_labels <= LN_OCL_VARIABLES && bound_top + made->own_bounds <= LN_OCL_VARIABLES);
    assert(made->labels <= made->own_labels && made->bounds <= made->own_bounds);
    for (uint32_t i = 0; i < made->labels; i++)
        e->labels[label_top + i] = label_of(e, arguments[i]);
    for (uint32_t i = 0; i < made->bounds; i++)
        e->bounds[bound_top + i] = bound_of(e, arguments[made->labels + i]);
    e->label_base = label_top;
    e->bound_base = bound_top;
    e->label_top = label_top + made->own_labels;
    e->bound_top = bound_top + made->own_bounds;
    answer = holds(e, made->root);
    e->label_base = label_base;
    e->bound_base = bound_base;
    e->label_top = label_top;
    e->bound_top = bound_top;
    return answer;
}

static bool holds(struct evaluation *e, uint32_t number)
{
    const struct ln_ocl_node *node = &e->ocl->nodes.at[number];
    if (e->stopped || ln_budget_spent(e->budget, &e->fuel, 4)) {
        e->stopped = true;
        return false;
    }
    switch ((enum ln_ocl_kind)node->kind) {
    case LN_OCL_OR: return holds(e, node->a) || holds(e, node->b);
    case LN_OCL_AND: return holds(e, node->a) && holds(e, node->b);
    case LN_OCL_NOT: return !holds(e, node->a);
    case LN_OCL_EXISTS: return exists(e, node);
    case LN_OCL_SOME:
    case LN_OCL_EVERY: return some(e, node);
    case LN_OCL_COMPARE: return compare(e, node);
    case LN_OCL_IS: return is(e, node);
    case LN_OCL_USE: return use(e, node);
    case LN_OCL_SUM:
    case LN_OCL_COUNT:
    case LN_OCL_NUMBER:
    case LN_OCL_LABEL:
    case LN_OCL_FUNCTION: break;
    }
    return false;
}

/* ---- labels in quotes ---- */

static bool write_label(const struct ln_labels *labels, uint32_t number, struct ln_str *out)
{
    ln_str_clear(out);
    ln_op_label_write(&labels->at.at[number], labels->spec, out);
    return !out->failed;
}

/* Finds the labels that the formula names among those that occur. */
static bool resolve(const struct ln_ocl *ocl, struct ln_labels *labels)
{
    struct ln_memory *memory = labels->counting.memory;
    struct ln_str text;
    bool done = ln_vec_reserve(&labels->named, memory, ocl->names.length);
    if (done && labels->named_at == labels->at.length && labels->named.length == ocl->names.length)
        return true;
    ln_str_init(&text, memory);
    labels->named.length = done ? ocl->names.length : 0;
    for (size_t n = 0; n < labels->named.length; n++)
        labels->named.at[n] = LN_NO_LABEL;
    for (uint32_t i = 0; i < labels->at.length && done && ocl->names.length; i++) {
        done = write_label(labels, i, &text);
        for (size_t n = 0; n < ocl->names.length; n++)
            if (strcmp(ln_str_borrow(&text), ocl->texts.at + ocl->names.at[n]) == 0)
                labels->named.at[n] = i;
    }
    assert(!done || labels->named.length == ocl->names.length);
    labels->named_at = labels->at.length;
    ln_str_fini(&text);
    return done;
}

bool ln_ocl_any_value(const struct ln_ocl *ocl)
{
    return ocl->any_value;
}

bool ln_ocl_for_one_k(const struct ln_ocl *ocl, uint32_t *k)
{
    if (ocl->for_one_k)
        *k = ocl->k;
    return ocl->for_one_k;
}

/* A pending label is known when a completed one has its call. */
bool ln_ocl_knows(const struct ln_ocl *ocl, const struct ln_labels *labels, uint32_t number)
{
    static const char pending[] = " pending";
    bool is_pending = labels->at.at[number].pending, known = !ocl->alphabet.length;
    struct ln_str text;
    ln_str_init(&text, labels->counting.memory);
    if (write_label(labels, number, &text) && is_pending)
        text.length -= sizeof pending - 1;
    for (size_t i = 0; i < ocl->alphabet.length && !known && !text.failed; i++) {
        const char *name = ocl->texts.at + ocl->alphabet.at[i];
        known = strncmp(name, ln_str_borrow(&text), text.length) == 0 && (is_pending || !name[text.length]);
    }
    ln_str_fini(&text);
    return known;
}

enum ln_status ln_ocl_evaluate(const struct ln_ocl *ocl, size_t violation, struct ln_labels *labels,
                               struct ln_budget *budget, bool *is_true)
{
    const struct ln_ocl_statement *wanted = &ocl->violations.at[violation];
    struct evaluation e;
    assert(wanted->most_labels <= LN_OCL_VARIABLES && wanted->most_bounds <= LN_OCL_VARIABLES);
    if (!resolve(ocl, labels))
        return LN_NO_MEMORY;
    e.ocl = ocl;
    e.model = labels;
    e.budget = budget;
    e.fuel = LN_FUEL;
    e.stopped = false;
    e.label_base = e.bound_base = 0;
    e.label_top = wanted->own_labels;
    e.bound_top = wanted->own_bounds;
    *is_true = holds(&e, wanted->root) && !e.stopped;
    return e.stopped ? LN_STOPPED : LN_OK;
}
