#include "explore/show/show.h"

#include "explore/show/names.h"
#include "explore/show/relevance.h"
#include "explore/show/subject.h"

#include <string.h>

struct teller {
    const struct ln_run_steps *run;
    struct ln_names names;
    struct ln_subject *subjects; /* of each step */
    bool *relevant;
    struct ln_str text;
};

/* Of the step that is told. */
struct step_view {
    size_t index;
    const struct ln_step *step;
    const struct ln_subject *subject;
    uint64_t type; /* of the value; 0: not known */
    bool pointers; /* its values are */
};

static void learn_from_values(struct teller *t, size_t index, const struct ln_lvalue *lvalue)
{
    const struct ln_step *step = &t->run->steps[index];
    const uint64_t values[] = { step->before, step->after, step->expected };
    uint64_t record = ln_code_type_record(t->names.code, lvalue->type);
    for (size_t i = 0; record && step->length == 8 && i < sizeof values / sizeof *values; i++) {
        size_t block = ln_names_block(&t->names, values[i], index);
        if (block != SIZE_MAX && t->names.blocks[block].address == values[i])
            ln_names_learn(&t->names, block, record);
    }
}

/* What is in a block is told by those who use it: `n->next` says that there is a node at n. */
static void learn(struct teller *t, size_t index)
{
    const struct ln_lvalue *lvalue = &t->subjects[index].lvalue;
    uint64_t address = t->run->steps[index].address;
    size_t block = ln_names_block(&t->names, address, index);
    if (!t->subjects[index].typed)
        return;
    learn_from_values(t, index, lvalue);
    if (lvalue->storage == LN_STORED_POINTED && lvalue->exact && block != SIZE_MAX &&
        ln_code_type_scalar(t->names.code, lvalue->object) == LN_SCALAR_UNKNOWN)
        ln_names_learn(&t->names, block, lvalue->object);
}

static bool is_name(struct ln_piece span)
{
    return span.length && ln_expression_name(span, 0).length == span.length;
}

static void add_span(struct teller *t, struct ln_piece span)
{
    ln_str_add(&t->text, span.at, span.length);
}

/* What is accessed: `s->top`. */
static void write_place(struct teller *t, const struct step_view *view)
{
    uint64_t type;
    if (!view->subject->expression.length) {
        ln_names_write_place(&t->names, view->step->address, view->step->length, view->index, &type, &t->text);
    } else if (!view->subject->pointer) {
        add_span(t, view->subject->expression);
    } else {
        bool plain = is_name(view->subject->expression);
        ln_str_text(&t->text, plain ? "*" : "*(");
        add_span(t, view->subject->expression);
        ln_str_text(&t->text, plain ? "" : ")");
    }
}

/* A pointer to it: `&s->top`. */
static void write_pointer(struct teller *t, const struct step_view *view)
{
    struct ln_piece expression = view->subject->expression;
    if (!expression.length) {
        ln_names_write_address(&t->names, view->step->address, view->step->length, view->index, &t->text);
    } else if (view->subject->pointer) {
        add_span(t, expression);
    } else if (*expression.at == '*') {
        add_span(t, ln_piece_trim((struct ln_piece){ expression.at + 1, expression.length - 1 }));
    } else {
        ln_str_char(&t->text, '&');
        add_span(t, expression);
    }
}

static void write_value(struct teller *t, const struct step_view *view, uint64_t value)
{
    const struct ln_typed_value typed = { value, view->type, view->step->length, view->pointers };
    ln_names_write_value(&t->names, &typed, view->index, &t->text);
}

/* `name(&s->top`, and what comes between that and the bracket is up to the caller. */
static void begin_call(struct teller *t, const struct step_view *view, const char *name)
{
    ln_str_format(&t->text, "%s(", name);
    write_pointer(t, view);
}

static void write_call(struct teller *t, const struct step_view *view, const char *name, const char *rest)
{
    begin_call(t, view, name);
    ln_str_format(&t->text, ")%s", rest);
}

static void write_cas(struct teller *t, const struct step_view *view)
{
    begin_call(t, view, "CAS");
    ln_str_text(&t->text, ", ");
    write_value(t, view, view->step->expected);
    ln_str_text(&t->text, ", ");
    write_value(t, view, view->step->after);
    if (view->step->success) {
        ln_str_text(&t->text, ") -> true");
    } else if (view->step->weak) {
        ln_str_text(&t->text, ") -> false (spurious)");
    } else {
        ln_str_text(&t->text, ") -> false (it is ");
        write_value(t, view, view->step->before);
        ln_str_char(&t->text, ')');
    }
}

static void write_atomic(struct teller *t, const struct step_view *view)
{
    static const char *const fetches[] = {
        "fetch_add", "fetch_sub", "fetch_and", "fetch_or", "fetch_xor", "fetch_nand"
    };
    const struct ln_step *step = view->step;
    switch (step->kind) {
    case LN_STEP_LOAD:
        write_call(t, view, "load", " -> ");
        write_value(t, view, step->before);
        break;
    case LN_STEP_STORE:
    case LN_STEP_EXCHANGE:
        begin_call(t, view, step->kind == LN_STEP_STORE ? "store" : "exchange");
        ln_str_text(&t->text, ", ");
        write_value(t, view, step->after);
        ln_str_char(&t->text, ')');
        break;
    case LN_STEP_FETCH:
        begin_call(t, view, fetches[step->fetch % 6]);
        ln_str_text(&t->text, ", ");
        write_value(t, view, step->operand);
        ln_str_char(&t->text, ')');
        break;
    default: write_cas(t, view);
    }
    if (step->kind == LN_STEP_EXCHANGE || step->kind == LN_STEP_FETCH) {
        ln_str_text(&t->text, " -> ");
        write_value(t, view, step->before);
    }
}

static void write_plain(struct teller *t, const struct step_view *view)
{
    if (view->step->kind == LN_STEP_COPY) {
        ln_str_format(&t->text, "%s %u bytes at ", view->step->success ? "writes" : "reads", view->step->length);
        write_pointer(t, view);
        return;
    }
    write_place(t, view);
    ln_str_text(&t->text, view->step->kind == LN_STEP_READ ? " -> " : " = ");
    write_value(t, view, view->step->kind == LN_STEP_READ ? view->step->before : view->step->after);
}

/* A block is there from the step on that comes after its allocation. */
static void write_memory(struct teller *t, const struct step_view *view)
{
    bool allocates = view->step->kind == LN_STEP_ALLOCATE;
    if (allocates) {
        if (ln_piece_has(view->subject->callee, "alloc"))
            add_span(t, view->subject->callee);
        else
            ln_str_text(&t->text, "malloc");
        ln_str_format(&t->text, "(%u) -> ", view->step->length);
    } else {
        ln_str_text(&t->text, "free(");
    }
    ln_names_write_address(&t->names, view->step->address, 0, view->index + allocates, &t->text);
    ln_str_text(&t->text, allocates ? "" : ")");
}

static void write_locking(struct teller *t, const struct step_view *view)
{
    bool success = view->step->success;
    switch (view->step->kind) {
    case LN_STEP_LOCK: write_call(t, view, "lock", ""); break;
    case LN_STEP_TRY_LOCK: write_call(t, view, "trylock", success ? " -> taken" : " -> busy"); break;
    case LN_STEP_TIMED_LOCK: write_call(t, view, "timed lock", success ? " -> taken" : " -> timed out"); break;
    case LN_STEP_UNLOCK: write_call(t, view, "unlock", ""); break;
    case LN_STEP_WAIT: write_call(t, view, "wait", ""); break;
    case LN_STEP_SIGNAL: write_call(t, view, "signal", ""); break;
    case LN_STEP_BROADCAST: write_call(t, view, "broadcast", ""); break;
    default: ln_str_text(&t->text, success ? "woken" : "wait timed out");
    }
}

enum awaited { AWAITS_CHANGE, AWAITS_LOCK, AWAITS_SIGNAL };

/* What is at the address: others have used it, or the source says so. */
static enum awaited what_it_awaits(const struct teller *t, const struct step_view *view)
{
    struct ln_piece callee = view->subject->callee;
    for (size_t i = 0; i < t->run->count; i++) {
        enum ln_step_kind kind = (enum ln_step_kind)t->run->steps[i].kind;
        if (t->run->steps[i].address != view->step->address)
            continue;
        if (kind >= LN_STEP_LOCK && kind <= LN_STEP_UNLOCK)
            return AWAITS_LOCK;
        if (kind >= LN_STEP_WAIT && kind <= LN_STEP_BROADCAST)
            return AWAITS_SIGNAL;
    }
    if (ln_piece_has(callee, "cond_") || ln_piece_has(callee, "cnd_"))
        return AWAITS_SIGNAL;
    return ln_piece_has(callee, "lock") ? AWAITS_LOCK : AWAITS_CHANGE;
}

static void write_blocked(struct teller *t, const struct step_view *view)
{
    static const char *const awaited[] = { "a change of", "the lock", "a signal of" };
    if (!view->step->address) {
        bool joins = ln_piece_has(view->subject->callee, "join");
        ln_str_text(&t->text, joins ? "waits for a thread to end for ever" : "waits for ever");
        return;
    }
    ln_str_format(&t->text, "waits for %s ", awaited[what_it_awaits(t, view)]);
    write_place(t, view);
    ln_str_text(&t->text, " for ever");
}

static void write_spin(struct teller *t, const struct step_view *view)
{
    if (!view->step->address) {
        ln_str_text(&t->text, "goes round again");
        return;
    }
    ln_str_text(&t->text, "waits for a change of ");
    write_place(t, view);
}

/* `the last 2 steps x 10003`. */
static void write_repeat(struct teller *t, const struct ln_step *step)
{
    if (step->length == 1)
        ln_str_text(&t->text, "the same");
    else
        ln_str_format(&t->text, "the last %u steps", step->length);
    ln_str_format(&t->text, " x %llu", (unsigned long long)step->operand);
}

/* `crashes: t->next is in n1, which was freed`. */
static void write_fault(struct teller *t, const struct step_view *view)
{
    uint64_t address = view->step->address, type;
    size_t block = ln_names_block(&t->names, address, view->index);
    bool named = view->subject->expression.length;
    if (t->run->fault) {
        ln_str_text(&t->text, t->run->fault);
        return;
    }
    ln_str_text(&t->text, named || address ? "crashes: " : "crashes");
    if (named)
        write_place(t, view);
    if (address && address < LN_NULL_PAGE) {
        ln_str_text(&t->text, named ? " goes through NULL" : "goes through NULL");
    } else if (address && block != SIZE_MAX) {
        ln_str_text(&t->text, named ? " is in " : "touches ");
        ln_names_write_block(&t->names, block, &t->text);
        ln_str_text(&t->text, t->names.blocks[block].died <= view->index ? ", which was freed" : "");
    } else if (address) {
        ln_str_text(&t->text, named ? " is at " : "touches ");
        ln_names_write_place(&t->names, address, 1, view->index, &type, &t->text);
    }
}

static void write_operation(struct teller *t, const struct step_view *view)
{
    t->run->operation(t->run->context, view->step->thread, view->step->operation, view->step->kind == LN_STEP_RETURN,
                      &t->text);
}

static void write_step(struct teller *t, const struct step_view *view)
{
    switch ((enum ln_step_kind)view->step->kind) {
    case LN_STEP_CALL:
    case LN_STEP_RETURN: write_operation(t, view); return;
    case LN_STEP_READ:
    case LN_STEP_WRITE:
    case LN_STEP_COPY: write_plain(t, view); return;
    case LN_STEP_LOAD:
    case LN_STEP_STORE:
    case LN_STEP_EXCHANGE:
    case LN_STEP_CAS:
    case LN_STEP_FETCH: write_atomic(t, view); return;
    case LN_STEP_ALLOCATE:
    case LN_STEP_FREE: write_memory(t, view); return;
    case LN_STEP_FENCE: ln_str_text(&t->text, "fence"); return;
    case LN_STEP_YIELD: ln_str_text(&t->text, "yield"); return;
    case LN_STEP_SPIN: write_spin(t, view); return;
    case LN_STEP_REPEAT: write_repeat(t, view->step); return;
    case LN_STEP_BLOCKED: write_blocked(t, view); return;
    case LN_STEP_FAULT: write_fault(t, view); return;
    default: write_locking(t, view);
    }
}

/* The type of the value: by the expression, else by what is at the address. */
static uint64_t type_of_value(struct teller *t, size_t index)
{
    const struct ln_step *step = &t->run->steps[index];
    struct ln_str unused;
    uint64_t type = t->subjects[index].lvalue.type;
    if (t->subjects[index].typed)
        return type;
    ln_str_init(&unused, t->names.memory);
    ln_names_write_place(&t->names, step->address, step->length, index, &type, &unused);
    ln_str_fini(&unused);
    return type;
}

static bool has_pointers(const struct teller *t, size_t index)
{
    const struct ln_step *step = &t->run->steps[index];
    return step->length == 8 &&
           (ln_names_is_address(&t->names, step->before, index) || ln_names_is_address(&t->names, step->after, index) ||
            ln_names_is_address(&t->names, step->expected, index));
}

static enum ln_row_kind row_kind(const struct ln_step *step)
{
    switch (step->kind) {
    case LN_STEP_CALL: return LN_ROW_CALL;
    case LN_STEP_RETURN: return LN_ROW_RETURN;
    case LN_STEP_BLOCKED: return LN_ROW_BLOCKED;
    case LN_STEP_FAULT: return LN_ROW_FAULT;
    default: return LN_ROW_STEP;
    }
}

/* A copy of the text so far, which is then empty; NULL: memory was refused. */
static const char *keep_text(struct teller *t, struct ln_rows *rows)
{
    const char *kept = t->text.failed ? NULL : ln_arena_copy(&rows->texts, ln_str_borrow(&t->text), t->text.length + 1);
    ln_str_clear(&t->text);
    return kept;
}

static bool add_row(struct teller *t, size_t index, struct ln_rows *rows)
{
    const struct ln_step *step = &t->run->steps[index];
    const struct ln_spot *spot = t->names.code ? ln_code_spot(t->names.code, step->pc) : NULL;
    struct step_view view = { index, step, &t->subjects[index], type_of_value(t, index), has_pointers(t, index) };
    struct ln_row row = { .thread = ln_names_thread(&t->names, step->thread),
                          .kind = row_kind(step),
                          .preempts = step->preempts,
                          .irrelevant = !t->relevant[index] };
    if (spot && row.kind != LN_ROW_CALL && row.kind != LN_ROW_RETURN) {
        if (spot->file)
            ln_str_format(&t->text, "%s:%u", spot->name, spot->line);
        else
            ln_str_format(&t->text, "%s()", spot->function);
        row.place = keep_text(t, rows);
        if (!row.place)
            return false;
    }
    write_step(t, &view);
    row.text = keep_text(t, rows);
    return row.text && ln_vec_push(&rows->rows, rows->memory, row);
}

static bool is_setup(const struct ln_run_steps *run, size_t index)
{
    return run->steps[index].thread == run->alone && run->steps[index].operation == UINT16_MAX &&
           row_kind(&run->steps[index]) == LN_ROW_STEP;
}

/* Who waits for a change of what he reads says it as he did when he read it: the wait itself has no length to go by. */
static void find_subject(struct teller *t, size_t index)
{
    const struct ln_step *steps = t->run->steps, *step = &steps[index];
    size_t i = index;
    ln_subject_find(&t->names, step, index, &t->subjects[index]);
    if ((step->kind != LN_STEP_SPIN && step->kind != LN_STEP_BLOCKED) || !step->address ||
        t->subjects[index].expression.length)
        return;
    while (i--)
        if (steps[i].thread == step->thread && steps[i].address == step->address && steps[i].pc == step->pc) {
            t->subjects[index] = t->subjects[i];
            return;
        }
}

static bool tell(struct teller *t, struct ln_rows *rows)
{
    size_t count = t->run->count;
    if (!ln_names_init(&t->names, t->run->steps, count) || !t->subjects || !t->relevant ||
        !ln_relevance(t->run->steps, count, t->run->alone, t->relevant, rows->memory))
        return false;
    for (size_t i = 0; i < count; i++)
        find_subject(t, i);
    for (size_t i = 0; i < count; i++)
        learn(t, i);
    for (size_t i = 0; i < count; i++)
        if (!is_setup(t->run, i) && !add_row(t, i, rows))
            return false;
    return true;
}

enum ln_status ln_rows_init(struct ln_rows *rows, const struct ln_run_steps *run, struct ln_source_code *code,
                            struct ln_memory *memory)
{
    size_t count = run->count ? run->count : 1;
    struct teller t = { .run = run,
                        .names = { .code = code,
                                   .given = run->blocks,
                                   .given_count = run->block_count,
                                   .place = &run->place,
                                   .threads = run->threads,
                                   .alone = run->alone,
                                   .thread_names = run->names,
                                   .memory = memory },
                        .subjects = ln_take_zeroed(memory, count * sizeof *t.subjects),
                        .relevant = ln_take_zeroed(memory, count * sizeof *t.relevant) };
    bool told;
    *rows = (struct ln_rows){ .memory = memory };
    ln_arena_init(&rows->texts, memory);
    ln_str_init(&t.text, memory);
    told = tell(&t, rows);
    ln_str_fini(&t.text);
    ln_names_fini(&t.names);
    if (t.subjects)
        ln_give(memory, t.subjects, count * sizeof *t.subjects);
    if (t.relevant)
        ln_give(memory, t.relevant, count * sizeof *t.relevant);
    return told ? LN_OK : LN_NO_MEMORY;
}

void ln_rows_fini(struct ln_rows *rows)
{
    ln_vec_fini(&rows->rows, rows->memory);
    ln_arena_fini(&rows->texts);
}
