#include "report/attempt.h"

#include "base/utf8.h"
#include "report/letters.h"
#include "spec/parts.h"
#include "spec/possible_states.h"

#include <string.h>

enum { SHOWN_STEPS = 8, SHOWN_OPEN = 8, WIDEST_TEXT = 48, WIDEST_STATE = 64 };

/* A copy that stays, cut to `widest` bytes at a whole character. */
static const char *kept(struct ln_attempt *attempt, const struct ln_str *text, size_t widest, size_t *width)
{
    size_t length = text->length;
    bool cut = length > widest;
    char *copy;
    if (cut)
        length = ln_utf8_cut(ln_str_borrow(text), widest - 3);
    copy = ln_arena_take(&attempt->arena, length + 4);
    if (!copy || text->failed)
        return NULL;
    memcpy(copy, ln_str_borrow(text), length);
    strcpy(copy + length, cut ? "..." : "");
    if (width && *width < ln_letters_columns(copy, strlen(copy)))
        *width = ln_letters_columns(copy, strlen(copy));
    return copy;
}

static bool add_row(struct ln_attempt *attempt, const struct ln_history *history, uint32_t operation,
                    const struct ln_str *note, bool step)
{
    struct ln_attempt_row row = { .step = step };
    struct ln_str text;
    ln_str_init(&text, attempt->memory);
    ln_str_text(&text, "process ");
    ln_history_write_process(history, history->operations.at[operation].process, &text);
    row.process = kept(attempt, &text, WIDEST_TEXT, &attempt->process_width);
    ln_str_clear(&text);
    ln_history_write_operation(history, operation, &text);
    row.operation = kept(attempt, &text, WIDEST_TEXT, &attempt->operation_width);
    row.note = kept(attempt, note, WIDEST_STATE, NULL);
    ln_str_fini(&text);
    return row.process && row.operation && row.note && ln_vec_push(&attempt->rows, attempt->memory, row);
}

static void write_states(const struct ln_spec *spec, const struct ln_history *history,
                         const struct ln_possible *possible, struct ln_str *out)
{
    for (size_t i = 0; i < possible->now.states.length && out->length < WIDEST_STATE; i++) {
        if (i)
            ln_str_text(out, " or ");
        spec->class->write_state(spec, &history->values, ln_next_state(&possible->now, i), out);
    }
}

static bool add_steps(struct ln_attempt *attempt, const struct ln_judged *finding)
{
    const struct ln_outcome *outcome = finding->outcome;
    struct ln_spec product = ln_spec_product(finding->spec);
    bool whole = outcome->parts == 1 && ln_spec_several_objects(finding->spec, finding->history);
    const struct ln_spec *spec = whole ? &product : finding->spec;
    struct ln_possible possible;
    struct ln_str note;
    bool kept_all;
    ln_possible_init(&possible, attempt->memory);
    ln_str_init(&note, attempt->memory);
    kept_all = ln_possible_start(&possible, spec);
    attempt->skipped = outcome->order.length > SHOWN_STEPS ? outcome->order.length - SHOWN_STEPS : 0;
    for (size_t i = 0; i < outcome->order.length && kept_all; i++) {
        struct ln_invocation in = ln_invocation_of(finding->history, outcome->order.at[i]);
        kept_all = ln_possible_step(&possible, spec, &in);
        if (i < attempt->skipped || !kept_all)
            continue;
        ln_str_clear(&note);
        write_states(spec, finding->history, &possible, &note);
        kept_all = add_row(attempt, finding->history, outcome->order.at[i], &note, true);
    }
    ln_str_fini(&note);
    ln_possible_fini(&possible);
    return kept_all;
}

/* Does an earlier operation of its process and part, which is not in the attempt, have to come first? */
static bool waits(const struct ln_history *history, uint32_t operation, const uint32_t *part_of, const bool *placed)
{
    const struct ln_operation *operations = history->operations.at;
    uint32_t after = operations[operation].after;
    while (after != LN_NO_OP && (placed[after] || part_of[after] != part_of[operation]))
        after = operations[after].after;
    return after != LN_NO_OP;
}

/* The operations of the same part that were called before the attempt stopped, are not in it and could come next. */
static bool add_open(struct ln_attempt *attempt, const struct ln_judged *finding, const uint32_t *part_of, bool *placed)
{
    const struct ln_history *history = finding->history;
    const struct ln_outcome *outcome = finding->outcome;
    uint32_t stopped = outcome->stopped_at;
    struct ln_str note;
    size_t shown = 0;
    bool kept_all = true;
    ln_str_init(&note, attempt->memory);
    for (size_t i = 0; i < outcome->order.length; i++)
        placed[outcome->order.at[i]] = true;
    for (uint32_t i = 0; i < history->operations.length && kept_all; i++) {
        const struct ln_operation *o = &history->operations.at[i];
        if (o->fate == LN_FAILED || placed[i] || part_of[i] != part_of[stopped] ||
            o->call > history->operations.at[stopped].ret || waits(history, i, part_of, placed))
            continue;
        if (i != stopped && shown + 1 > SHOWN_OPEN) {
            attempt->open_more++;
            continue;
        }
        shown++;
        ln_str_clear(&note);
        ln_str_text(&note, i == stopped ? "<- returned here" : o->fate == LN_PENDING ? "pending" : "");
        kept_all = add_row(attempt, history, i, &note, false);
    }
    ln_str_fini(&note);
    return kept_all;
}

static bool add_open_operations(struct ln_attempt *attempt, const struct ln_judged *finding)
{
    size_t operations = finding->history->operations.length;
    uint32_t *part_of = ln_take(attempt->memory, operations * sizeof *part_of), parts;
    bool *placed = ln_take_zeroed(attempt->memory, operations * sizeof *placed);
    bool done = part_of && placed &&
                ln_spec_parts(finding->spec, finding->history, attempt->memory, part_of, &parts) == LN_OK;
    if (done && finding->outcome->parts == 1)
        memset(part_of, 0, operations * sizeof *part_of);
    done = done && add_open(attempt, finding, part_of, placed);
    ln_give(attempt->memory, part_of, operations * sizeof *part_of);
    ln_give(attempt->memory, placed, operations * sizeof *placed);
    return done;
}

bool ln_attempt_init(struct ln_attempt *attempt, const struct ln_judged *finding, struct ln_memory *memory)
{
    *attempt = (struct ln_attempt){ .memory = memory };
    ln_arena_init(&attempt->arena, memory);
    if (!add_steps(attempt, finding))
        return false;
    return finding->outcome->stopped_at == LN_NO_OP || add_open_operations(attempt, finding);
}

void ln_attempt_fini(struct ln_attempt *attempt)
{
    ln_vec_fini(&attempt->rows, attempt->memory);
    ln_arena_fini(&attempt->arena);
}
