#include "inquiry/code/schedule.h"

#include "explore/choice_names.h"
#include "finding/facts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void ln_schedule_init(struct ln_schedule *schedule, struct ln_memory *memory)
{
    *schedule = (struct ln_schedule){ .failure = LN_FAILURE_NONE };
    ln_str_init(&schedule->test, memory);
    ln_str_init(&schedule->initial, memory);
    ln_str_init(&schedule->final, memory);
}

void ln_schedule_fini(struct ln_schedule *schedule)
{
    struct ln_memory *memory = schedule->test.memory;
    ln_vec_fini(&schedule->choices, memory);
    ln_vec_fini(&schedule->shared, memory);
    ln_str_fini(&schedule->test);
    ln_str_fini(&schedule->initial);
    ln_str_fini(&schedule->final);
}

enum ln_status ln_schedule_take(struct ln_schedule *schedule, const struct ln_failing *failing,
                                const struct ln_explored_object *object, struct ln_error *error)
{
    const struct ln_explored *explored = failing->explored;
    struct ln_memory *memory = schedule->test.memory;
    bool fits = true;
    ln_test_write(object, &failing->test, &schedule->test);
    ln_test_write_sequence(object, &failing->test.initial, &schedule->initial);
    ln_test_write_sequence(object, &failing->test.final, &schedule->final);
    schedule->failure = explored->failure;
    memcpy(schedule->hash, explored->hash, sizeof schedule->hash);
    schedule->how = explored->how;
    for (uint32_t i = 0; i < explored->choice_count && fits; i++)
        fits = ln_vec_push(&schedule->choices, memory, explored->choices[i]);
    for (size_t i = 0; i < failing->shared.length && fits; i++)
        fits = ln_vec_push(&schedule->shared, memory, failing->shared.at[i]);
    fits &= !schedule->test.failed && !schedule->initial.failed && !schedule->final.failed;
    return fits ? LN_OK : ln_fail(error, LN_NO_MEMORY, "out of memory");
}

/* ---- writing ---- */

static void write_test(const struct ln_schedule *schedule, struct ln_facts *line)
{
    char hash[33];
    snprintf(hash, sizeof hash, "%016" PRIx64 "%016" PRIx64, schedule->hash[0], schedule->hash[1]);
    ln_facts_text(line, "test", ln_str_borrow(&schedule->test));
    if (schedule->initial.length)
        ln_facts_text(line, "init", ln_str_borrow(&schedule->initial));
    if (schedule->final.length)
        ln_facts_text(line, "final", ln_str_borrow(&schedule->final));
    ln_facts_text(line, "failure", ln_failure_name(schedule->failure));
    ln_facts_text(line, "hash", hash);
    ln_facts_number(line, "choices", schedule->choices.length);
}

static void write_how(const struct ln_run_how *how, struct ln_facts *line)
{
    ln_facts_text(line, "strategy", ln_strategy_name(how->strategy));
    ln_facts_number(line, "bound", how->bound);
    ln_facts_number(line, "switches", how->switches);
    ln_facts_text(line, "reuse", ln_reuse_name(how->reuse));
    ln_facts_number(line, "reuses", how->reuses);
    ln_facts_number(line, "failures", how->failures);
    ln_facts_number(line, "seed", how->seed);
}

static void write_shared(const struct ln_shared_run *run, struct ln_facts *line)
{
    ln_facts_text(line, "shared", run->is_global ? "variables" : "memory");
    ln_facts_number(line, "from", run->from);
    ln_facts_number(line, "count", run->count);
}

static void write_choice(const struct ln_choice *choice, struct ln_facts *line)
{
    ln_facts_text(line, "choice", ln_choice_name((enum ln_choice_kind)choice->kind));
    ln_facts_number(line, "step", choice->step);
    ln_facts_number(line, "chosen", choice->chosen);
    ln_facts_number(line, "by", choice->by);
}

void ln_schedule_write(const struct ln_schedule *schedule, struct ln_str *out)
{
    size_t shared = schedule->shared.length, lines = 2 + shared + schedule->choices.length;
    assert(schedule->choices.length <= LN_CHOICES); /* or it could not be read */
    for (size_t i = 0; i < lines; i++) {
        struct ln_facts line;
        ln_facts_init(&line, out->memory);
        if (i == 0)
            write_test(schedule, &line);
        else if (i == 1)
            write_how(&schedule->how, &line);
        else if (i < 2 + shared)
            write_shared(&schedule->shared.at[i - 2], &line);
        else
            write_choice(&schedule->choices.at[i - 2 - shared], &line);
        ln_facts_json(&line, out);
        ln_facts_fini(&line);
    }
}

/* ---- reading ---- */

static const char *text_of(const struct ln_facts *line, const char *name)
{
    return ln_fact_text(line, ln_facts_find(line, NULL, name));
}

/* At most `most`. */
static bool number_of(const struct ln_facts *line, const char *name, uint64_t most, uint64_t *number)
{
    return ln_fact_number(ln_facts_find(line, NULL, name), number) && *number <= most;
}

static bool read_test(struct ln_schedule *schedule, const struct ln_facts *line)
{
    const char *initial = text_of(line, "init"), *final = text_of(line, "final"), *hash = text_of(line, "hash");
    int length = 0;
    ln_str_text(&schedule->test, text_of(line, "test"));
    ln_str_text(&schedule->initial, initial ? initial : "");
    ln_str_text(&schedule->final, final ? final : "");
    return number_of(line, "choices", LN_CHOICES, &schedule->choices_said) &&
           ln_failure_of_name(text_of(line, "failure"), &schedule->failure) && hash && strlen(hash) == 32 &&
           sscanf(hash, "%16" SCNx64 "%16" SCNx64 "%n", &schedule->hash[0], &schedule->hash[1], &length) == 2 &&
           length == 32;
}

static bool read_how(struct ln_run_how *how, const struct ln_facts *line)
{
    uint64_t bound, switches, reuses, failures;
    if (!ln_strategy_of_name(text_of(line, "strategy"), &how->strategy) ||
        !ln_reuse_of_name(text_of(line, "reuse"), &how->reuse) || !number_of(line, "bound", UINT32_MAX, &bound) ||
        !number_of(line, "switches", UINT32_MAX, &switches) || !number_of(line, "reuses", UINT32_MAX, &reuses) ||
        !number_of(line, "failures", UINT32_MAX, &failures) || !number_of(line, "seed", UINT64_MAX, &how->seed))
        return false;
    how->bound = (unsigned)bound;
    how->switches = (unsigned)switches;
    how->reuses = (unsigned)reuses;
    how->failures = (unsigned)failures;
    return true;
}

static bool read_shared(struct ln_schedule *schedule, const struct ln_facts *line)
{
    const char *what = text_of(line, "shared");
    struct ln_shared_run run = { .is_global = strcmp(what, "variables") == 0 };
    uint64_t from, count;
    if ((!run.is_global && strcmp(what, "memory") != 0) || !number_of(line, "from", UINT32_MAX, &from) ||
        !number_of(line, "count", UINT32_MAX, &count))
        return false;
    run.from = (uint32_t)from;
    run.count = (uint32_t)count;
    return ln_vec_push(&schedule->shared, schedule->test.memory, run);
}

static bool read_choice(struct ln_schedule *schedule, const struct ln_facts *line)
{
    struct ln_choice choice = { .rest = 0 };
    enum ln_choice_kind kind;
    uint64_t step, chosen, by;
    if (!ln_choice_of_name(text_of(line, "choice"), &kind) || !number_of(line, "step", UINT32_MAX, &step) ||
        !number_of(line, "chosen", 31, &chosen) || !number_of(line, "by", LN_RUN_THREADS, &by) ||
        schedule->choices.length == LN_CHOICES)
        return false;
    choice.kind = (uint8_t)kind;
    choice.step = (uint32_t)step;
    choice.chosen = (uint8_t)chosen;
    choice.by = (uint8_t)by;
    return ln_vec_push(&schedule->choices, schedule->test.memory, choice);
}

/* By the member that it has. */
static bool read_line(struct ln_schedule *schedule, const struct ln_facts *line)
{
    if (text_of(line, "test"))
        return read_test(schedule, line);
    if (text_of(line, "strategy"))
        return read_how(&schedule->how, line);
    if (text_of(line, "shared"))
        return read_shared(schedule, line);
    return text_of(line, "choice") && read_choice(schedule, line);
}

enum ln_status ln_schedule_read(struct ln_schedule *schedule, struct ln_text lines, const char *path,
                                struct ln_error *error)
{
    unsigned number = 0;
    struct ln_error wrong;
    while (lines.length) {
        const char *end = memchr(lines.at, '\n', lines.length);
        struct ln_text text = { lines.at, end ? (size_t)(end - lines.at) : lines.length };
        struct ln_facts line;
        size_t column;
        bool read;
        number++;
        ln_facts_init(&line, schedule->test.memory);
        read = !ln_facts_read(&line, text, &column, &wrong) && read_line(schedule, &line);
        ln_facts_fini(&line);
        if (!read)
            return ln_fail(error, LN_BAD_INPUT, "%s: line %u of its schedule makes no sense: %.*s", path, number,
                           text.length < 80 ? (int)text.length : 80, text.at);
        lines.at += text.length + (end != NULL);
        lines.length -= text.length + (end != NULL);
    }
    if (!schedule->failure || schedule->choices.length != schedule->choices_said)
        return ln_fail(error, LN_BAD_INPUT, "%s: its schedule is cut", path);
    return LN_OK;
}
