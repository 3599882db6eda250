#include "explore/show/subject.h"

#include "explore/show/relevance.h"

#include <string.h>

/* From worst to best. Possible is what nothing speaks against. */
enum fit { FITS_NOT, NOT_UNDERSTOOD, POSSIBLE, FITS };

static bool is_locking(const struct ln_step *step)
{
    return step->kind >= LN_STEP_LOCK && step->kind <= LN_STEP_BROADCAST;
}

/* What a pointer leads to is in a block at the right distance from its start, or from that of one of its elements. */
static enum fit fit_pointed(const struct ln_names *names, const struct ln_lvalue *lvalue, uint64_t address,
                            size_t index)
{
    size_t block = ln_names_block(names, address, index);
    uint64_t start = block == SIZE_MAX ? 0 : names->blocks[block].address;
    if (block == SIZE_MAX || !lvalue->exact || !lvalue->object_size)
        return POSSIBLE;
    return address - start >= lvalue->offset && (address - start - lvalue->offset) % lvalue->object_size == 0
               ? FITS
               : FITS_NOT;
}

/* The address of a static variable is known; that of a local one is on a stack, and thread-local ones are
 * where nothing else is. */
static enum fit fit_lvalue(const struct ln_names *names, const struct ln_lvalue *lvalue, const struct ln_step *step,
                           size_t index)
{
    uint64_t offset = step->address - names->place->base - lvalue->base;
    if (!is_locking(step) && step->kind != LN_STEP_BLOCKED && step->kind != LN_STEP_FAULT &&
        lvalue->size != step->length)
        return FITS_NOT;
    switch (lvalue->storage) {
    case LN_STORED_STATIC:
        return (lvalue->exact ? offset == lvalue->offset : offset < lvalue->extent) ? FITS : FITS_NOT;
    case LN_STORED_LOCAL: return ln_names_stack(names, step->address) != UINT32_MAX ? FITS : FITS_NOT;
    case LN_STORED_THREAD_LOCAL: return ln_names_is_address(names, step->address, index) ? FITS_NOT : FITS;
    case LN_STORED_POINTED: break;
    }
    return fit_pointed(names, lvalue, step->address, index);
}

/* What a step accesses is looked for among the expressions of its line. */
struct looking {
    const struct ln_names *names;
    const struct ln_step *step;
    size_t index; /* of the step */
    struct ln_subject *subject;
    enum fit best; /* that of the subject */
};

static enum fit try(const struct looking *looking, struct ln_piece expression, struct ln_lvalue *lvalue)
{
    if (!ln_code_evaluate(looking->names->code, looking->step->pc, expression, lvalue))
        return NOT_UNDERSTOOD;
    return fit_lvalue(looking->names, lvalue, looking->step, looking->index);
}

/* `p` as the pointer that leads to what is accessed. */
static enum fit try_pointer(const struct looking *looking, struct ln_piece expression, struct ln_lvalue *lvalue)
{
    char text[256];
    if (expression.length + 3 >= sizeof text)
        return NOT_UNDERSTOOD;
    memcpy(text, "*(", 2);
    memcpy(text + 2, expression.at, expression.length);
    text[expression.length + 2] = ')';
    return try(looking, (struct ln_piece){ text, expression.length + 3 }, lvalue);
}

/* Functions that everyone knows take what they work on first; of macros nobody knows. */
static bool is_known(struct ln_piece callee)
{
    static const char *const parts[] = { "atomic_", "__sync_", "pthread_", "mtx_", "cnd_" };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (ln_piece_has(callee, parts[i]))
            return true;
    return false;
}

/* Takes the expression if it fits better than what was found before. */
static void offer(struct looking *looking, enum fit fit, struct ln_piece expression, bool pointer,
                  const struct ln_lvalue *lvalue)
{
    struct ln_subject *subject = looking->subject;
    if (fit <= looking->best || memchr(expression.at, '\n', expression.length))
        return;
    looking->best = fit;
    subject->expression = expression;
    subject->pointer = pointer;
    subject->typed = fit >= POSSIBLE;
    subject->lvalue = fit >= POSSIBLE ? *lvalue : (struct ln_lvalue){ .type = 0 };
}

/* `&s->top` is what it points to, `p` is or leads to it, and on the way to it more may be read. */
static void try_argument(struct looking *looking, struct ln_piece argument)
{
    bool address = *argument.at == '&', known = is_known(looking->subject->callee);
    struct ln_piece place = ln_piece_trim((struct ln_piece){ argument.at + address, argument.length - address });
    struct ln_guesses way;
    struct ln_lvalue lvalue;
    enum fit fit;
    if (looking->step->kind != LN_STEP_READ) {
        fit = address ? try(looking, place, &lvalue) : try_pointer(looking, place, &lvalue);
        if (known || fit != NOT_UNDERSTOOD)
            offer(looking, fit, place, !address, &lvalue);
        if (known)
            return;
    }
    ln_expression_way(place, &way); /* also of a macro that takes the thing itself */
    for (size_t i = 0; i < way.count; i++) {
        fit = try(looking, way.at[i], &lvalue);
        if (fit != NOT_UNDERSTOOD)
            offer(looking, fit, way.at[i], false, &lvalue);
    }
}

static void find_in_call(struct looking *looking, const struct ln_call *call)
{
    struct ln_lvalue lvalue;
    bool reads = looking->step->kind == LN_STEP_READ;
    looking->subject->callee = call->callee;
    if (call->object.length)
        offer(looking, try(looking, call->object, &lvalue), call->object, false, &lvalue);
    for (size_t i = 0; i < call->count && (reads || !i || !is_known(call->callee)); i++)
        try_argument(looking, call->arguments[i]);
}

/* What is assigned to stands before the operator even where it is not understood. */
static bool is_certain(struct ln_piece text, size_t at, const struct ln_step *step)
{
    return ln_step_writes(step) && at + 1 < text.length && text.at[at] == '=' && text.at[at + 1] != '=';
}

static void find_around(struct looking *looking, struct ln_piece text, size_t at)
{
    struct ln_guesses guesses;
    struct ln_lvalue lvalue;
    ln_expression_guess(text, at, ln_step_writes(looking->step), &guesses);
    for (size_t i = 0; i < guesses.count; i++) {
        enum fit fit = try(looking, guesses.at[i], &lvalue);
        if (fit != NOT_UNDERSTOOD || (!i && is_certain(text, at, looking->step)))
            offer(looking, fit, guesses.at[i], false, &lvalue);
    }
}

void ln_subject_find(const struct ln_names *names, const struct ln_step *step, size_t index, struct ln_subject *subject)
{
    const struct ln_spot *spot = names->code ? ln_code_spot(names->code, step->pc) : NULL;
    struct looking looking = { .names = names, .step = step, .index = index, .subject = subject, .best = FITS_NOT };
    struct ln_piece text;
    struct ln_call call;
    size_t at;
    *subject = (struct ln_subject){ .pointer = false };
    if (!spot || !ln_code_text(names->code, spot, &text, &at))
        return;
    if (ln_expression_call(text, at, &call))
        find_in_call(&looking, &call);
    else
        find_around(&looking, text, at);
}
