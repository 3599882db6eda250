#include "naive/naive.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- tests ---- */

static const char *skip_blanks(const char *text)
{
    while (*text == ' ')
        text++;
    return text;
}

/* One call; NULL: it is none. */
static const char *parse_call(const struct naive_object *object, const char *text, struct naive_call *call)
{
    size_t length = strcspn(text, " (|");
    const struct naive_operation *operation = object->operations;
    while (operation->name && (strlen(operation->name) != length || memcmp(operation->name, text, length) != 0))
        operation++;
    if (!operation->name)
        return NULL;
    text += length;
    call->operation = (unsigned)(operation - object->operations);
    call->argument = 0;
    if (operation->takes_argument) {
        char *end;
        if (text[0] != '(' || !isdigit((unsigned char)text[1]))
            return NULL;
        call->argument = (int)strtol(text + 1, &end, 10);
        return *end == ')' ? end + 1 : NULL;
    }
    return *text != '(' ? text : text[1] == ')' ? text + 2 : NULL;
}

bool naive_parse(const struct naive_object *object, const char *text, struct naive_test *out)
{
    memset(out, 0, sizeof *out);
    out->threads = 1;
    for (text = skip_blanks(text); text && *text; text = text ? skip_blanks(text) : NULL) {
        unsigned t = out->threads - 1;
        if (*text == '|') {
            if (out->threads++ == NAIVE_THREADS)
                return false;
            text++;
        } else {
            if (out->calls[t] == NAIVE_CALLS)
                return false;
            text = parse_call(object, text, &out->call[t][out->calls[t]++]);
        }
    }
    return text != NULL;
}

/* ---- sets of histories ---- */

static size_t hash(const struct naive_history *history)
{
    const unsigned char *bytes = (const unsigned char *)history;
    size_t h = 14695981039346656037u;
    for (size_t i = 0; i < sizeof *history; i++)
        h = (h ^ bytes[i]) * 1099511628211u;
    return h;
}

static void *grown(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (!memory)
        abort();
    return memory;
}

static size_t *slot_of(const struct naive_histories *set, const struct naive_history *history)
{
    size_t i = hash(history) & (set->slot_count - 1);
    while (set->slots[i] && memcmp(&set->at[set->slots[i] - 1], history, sizeof *history) != 0)
        i = (i + 1) & (set->slot_count - 1);
    return &set->slots[i];
}

static void grow(struct naive_histories *set)
{
    set->room = set->room ? set->room * 2 : 64;
    set->at = grown(set->at, set->room * sizeof *set->at);
    set->slot_count = set->room * 2;
    free(set->slots);
    set->slots = grown(NULL, set->slot_count * sizeof *set->slots);
    memset(set->slots, 0, set->slot_count * sizeof *set->slots);
    for (size_t i = 0; i < set->length; i++)
        *slot_of(set, &set->at[i]) = i + 1;
}

/* The history has no padding that differs: it began with zeros and was written member by member. */
static void add(struct naive_histories *set, const struct naive_history *history)
{
    size_t *slot;
    if (set->length == set->room)
        grow(set);
    slot = slot_of(set, history);
    set->executions++;
    if (!*slot) {
        set->at[set->length++] = *history;
        *slot = set->length;
    }
}

void naive_histories_free(struct naive_histories *histories)
{
    free(histories->at);
    free(histories->slots);
}

/* ---- interleavings ---- */

struct world {
    union naive_memory memory;
    struct naive_locals locals[NAIVE_THREADS];
    bool called[NAIVE_THREADS]; /* the operation at `next` */
    unsigned next[NAIVE_THREADS];
    uint32_t returned;
    struct naive_history history;
};

struct search {
    const struct naive_object *object;
    const struct naive_test *test;
    struct naive_bounds bounds;
    struct naive_histories *out;
};

static const struct naive_operation *operation_of(const struct search *search, const struct world *world, unsigned t)
{
    return &search->object->operations[search->test->call[t][world->next[t]].operation];
}

/* How many ways thread t has to make its next access. */
static unsigned access_ways(const struct search *search, const struct world *world, unsigned t)
{
    const struct naive_operation *operation;
    if (world->next[t] == search->test->calls[t])
        return 0;
    operation = operation_of(search, world, t);
    return operation->ways ? operation->ways(&world->memory, &world->locals[t]) : 1;
}

/* To call an operation that has to wait with its first access is to begin to wait. */
static bool only_calls(const struct search *search, const struct world *world, unsigned t)
{
    return !world->called[t] && world->next[t] < search->test->calls[t] && access_ways(search, world, t) == 0;
}

/* How many ways thread t has to go on. */
static unsigned ways(const struct search *search, const struct world *world, unsigned t)
{
    return only_calls(search, world, t) ? 1 : access_ways(search, world, t);
}

/* Before the first access of an operation its locals are already what they will be. */
static void prepare(const struct search *search, struct world *world, unsigned t)
{
    memset(&world->locals[t], 0, sizeof world->locals[t]);
    world->locals[t].thread = t;
    if (world->next[t] < search->test->calls[t])
        world->locals[t].argument = search->test->call[t][world->next[t]].argument;
}

static void call(struct world *world, unsigned t)
{
    unsigned id = t * NAIVE_CALLS + world->next[t];
    world->called[t] = true;
    world->history.at[id].fate = NAIVE_PENDING;
    world->history.at[id].before = world->returned;
}

static enum naive_outcome step(const struct search *search, struct world *world, unsigned t, unsigned way)
{
    unsigned id = t * NAIVE_CALLS + world->next[t];
    enum naive_outcome outcome;
    if (only_calls(search, world, t)) {
        call(world, t);
        return NAIVE_GOES_ON;
    }
    if (!world->called[t])
        call(world, t);
    outcome = operation_of(search, world, t)->step(&world->memory, &world->locals[t], way);
    if (outcome == NAIVE_RETURNS) {
        world->history.at[id].fate = NAIVE_RETURNED;
        world->history.at[id].result = world->locals[t].result;
        world->returned |= (uint32_t)1 << id;
        world->called[t] = false;
        world->next[t]++;
        prepare(search, world, t);
    }
    return outcome;
}

static void finish(const struct search *search, struct world *world, enum naive_end end)
{
    world->history.end = end;
    add(search->out, &world->history);
}

static void begin(const struct search *search, struct world *world)
{
    memset(world, 0, sizeof *world);
    for (unsigned t = 0; t < search->test->threads; t++)
        prepare(search, world, t);
}

/* Nobody can go on. */
static void halt(const struct search *search, struct world *world)
{
    enum naive_end end = NAIVE_FULL;
    for (unsigned t = 0; t < search->test->threads; t++)
        if (world->next[t] < search->test->calls[t])
            end = NAIVE_STUCK;
    finish(search, world, end);
}

static bool is_within(int spent, int bound)
{
    return bound == NAIVE_UNBOUNDED || spent <= bound;
}

static void go_on(const struct search *search, const struct world *world, int last, struct naive_bounds spent)
{
    bool last_could = last >= 0 && ways(search, world, (unsigned)last) > 0, anybody = false;
    for (unsigned t = 0; t < search->test->threads; t++) {
        struct naive_bounds now = spent;
        unsigned count = ways(search, world, t);
        anybody |= count > 0;
        if (last_could && (int)t != last) {
            now.preemptions += world->called[last];
            now.switches += !world->called[last];
        }
        if (!is_within(now.preemptions, search->bounds.preemptions) ||
            !is_within(now.switches, search->bounds.switches))
            continue;
        for (unsigned way = 0; way < count; way++) {
            struct world after = *world;
            if (step(search, &after, t, way) == NAIVE_FAULTS)
                finish(search, &after, NAIVE_FAULT);
            else
                go_on(search, &after, (int)t, now);
        }
    }
    if (!anybody) {
        struct world after = *world;
        halt(search, &after);
    }
}

void naive_enumerate(const struct naive_object *object, const struct naive_test *test, struct naive_bounds bounds,
                     struct naive_histories *out)
{
    struct search search = { object, test, bounds, out };
    struct world world;
    memset(out, 0, sizeof *out);
    begin(&search, &world);
    go_on(&search, &world, -1, (struct naive_bounds){ 0, 0 });
}

/* Thread t is in an operation, or about to begin one; -1: nobody is. */
static void go_on_serially(const struct search *search, const struct world *world, int running)
{
    bool anybody = false;
    for (unsigned t = 0; t < search->test->threads; t++) {
        unsigned count;
        if ((running >= 0 && (int)t != running) || world->next[t] == search->test->calls[t])
            continue;
        anybody = true;
        count = access_ways(search, world, t);
        if (count == 0) {
            struct world after = *world;
            if (!after.called[t])
                call(&after, t);
            finish(search, &after, NAIVE_STUCK);
        }
        for (unsigned way = 0; way < count; way++) {
            struct world after = *world;
            enum naive_outcome outcome = step(search, &after, t, way);
            if (outcome == NAIVE_FAULTS)
                finish(search, &after, NAIVE_FAULT);
            else
                go_on_serially(search, &after, outcome == NAIVE_RETURNS ? -1 : (int)t);
        }
    }
    if (!anybody) {
        struct world after = *world;
        finish(search, &after, NAIVE_FULL);
    }
}

void naive_enumerate_serial(const struct naive_object *object, const struct naive_test *test,
                            struct naive_histories *out)
{
    struct search search = { object, test, { NAIVE_UNBOUNDED, NAIVE_UNBOUNDED }, out };
    struct world world;
    memset(out, 0, sizeof *out);
    begin(&search, &world);
    go_on_serially(&search, &world, -1);
}

/* ---- objects and text ---- */

const struct naive_object *naive_object(const char *name)
{
    const struct naive_object *const lists[] = { naive_simple_objects, naive_treiber_objects, naive_event_objects };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const struct naive_object *object = lists[i]; object->name; object++)
            if (strcmp(object->name, name) == 0)
                return object;
    return NULL;
}

__attribute__((format(printf, 2, 3))) static void append(char line[NAIVE_LINE], const char *format, ...)
{
    size_t length = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    length += (size_t)vsnprintf(line + length, NAIVE_LINE - length, format, arguments);
    va_end(arguments);
    assert(length < NAIVE_LINE);
    (void)length;
}

static void write_result(char line[NAIVE_LINE], const struct naive_history *history, unsigned id)
{
    struct naive_value result = history->at[id].result;
    if (history->at[id].fate == NAIVE_PENDING)
        append(line, "->pending");
    else if (result.is_number)
        append(line, "->%d", result.number);
    else
        append(line, "->null");
}

static void write_before(char line[NAIVE_LINE], uint32_t before)
{
    const char *comma = "";
    append(line, "{");
    for (unsigned id = 0; id < NAIVE_OPERATIONS; id++)
        if (before >> id & 1) {
            append(line, "%s%u.%u", comma, id / NAIVE_CALLS, id % NAIVE_CALLS);
            comma = ",";
        }
    append(line, "}");
}

void naive_write(const struct naive_object *object, const struct naive_test *test, const struct naive_history *history,
                 char line[NAIVE_LINE])
{
    static const char *const ends[] = { [NAIVE_FULL] = "", [NAIVE_STUCK] = "stuck", [NAIVE_FAULT] = "fault" };
    line[0] = '\0';
    for (unsigned id = 0; id < NAIVE_OPERATIONS; id++) {
        const struct naive_call *called = &test->call[id / NAIVE_CALLS][id % NAIVE_CALLS];
        const struct naive_operation *operation = &object->operations[called->operation];
        if (history->at[id].fate == NAIVE_NOT_CALLED)
            continue;
        append(line, "%s%u.%u:%s(", line[0] ? " " : "", id / NAIVE_CALLS, id % NAIVE_CALLS, operation->name);
        if (operation->takes_argument)
            append(line, "%d", called->argument);
        append(line, ")");
        write_result(line, history, id);
        write_before(line, history->at[id].before);
    }
    append(line, "%s%s", line[0] && ends[history->end][0] ? " " : "", ends[history->end]);
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void naive_print(const struct naive_object *object, const struct naive_test *test,
                 const struct naive_histories *histories, FILE *to)
{
    char **lines = grown(NULL, (histories->length + 1) * sizeof *lines);
    for (size_t i = 0; i < histories->length; i++) {
        char line[NAIVE_LINE];
        naive_write(object, test, &histories->at[i], line);
        lines[i] = strdup(line);
        if (!lines[i])
            abort();
    }
    qsort(lines, histories->length, sizeof *lines, compare_lines);
    for (size_t i = 0; i < histories->length; i++) {
        fprintf(to, "%s\n", lines[i]);
        free(lines[i]);
    }
    free(lines);
}
