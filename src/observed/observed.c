/* The histories share their prefixes in a tree; the state of the object is a node of it.
 *
 * Who calls matters, and a step does not see that. So each call that occurs, by its process, name and arguments, is a
 * method of the class, chosen while a history is bound. */
#include "observed/observed.h"

#include "finding/file.h"
#include "format/reader.h"
#include "format/writer.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CALLS = 10000, MOST_ARGUMENTS = 255, SHOWN = 200 };

_Static_assert(MOST_CALLS <= UINT16_MAX, "calls are methods of a class, which are numbered so");

struct serial_call {
    ln_value process, f;
    uint32_t args, arity;
    uint32_t most; /* how often it is made in one history, at most */
    bool speaks;   /* returned something else than null */
};

struct prefix_node {
    uint32_t parent, child, sibling; /* 0: none */
    uint16_t method;                 /* that led here */
    bool waits;                      /* and did not come back */
    ln_value result;
};

struct ln_observed {
    struct ln_spec_class class; /* first: a class is turned back into what was observed */
    struct ln_memory *memory;
    const char *path;
    char name[SHOWN], noun[SHOWN + 32];
    struct ln_values values;
    LN_VEC(struct serial_call) calls;
    LN_VEC(ln_value) args;
    LN_VEC(struct ln_method) methods;
    LN_VEC(struct prefix_node) nodes;
    bool ends; /* some history does, with nothing that waits: it has all calls of the test */
};

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next);

static const struct ln_observed *observed_of(const struct ln_spec *spec)
{
    return (const struct ln_observed *)(const void *)spec->class;
}

static enum ln_status no_memory(struct ln_error *error)
{
    return ln_fail(error, LN_NO_MEMORY, "%s", ln_status_text(LN_NO_MEMORY));
}

/* ---- calls ---- */

/* As written: a single list stands for several arguments, a null for none, as in spec/bind.c. */
static const ln_value *arguments_of(const struct ln_history *history, const struct ln_operation *operation,
                                    size_t *count)
{
    const ln_value *args = history->args.at + operation->args, *items;
    *count = operation->arity;
    if (*count != 1)
        return args;
    if (ln_same(args[0], LN_VALUE_NULL))
        *count = 0;
    if (ln_value_kind(args[0]) != LN_KIND_LIST)
        return args;
    items = ln_value_items(&history->values, args[0], count);
    if (*count > 1)
        return items;
    *count = 1;
    return args;
}

/* The number of the call that the operation makes, or how many there are. */
static size_t find_call(const struct ln_observed *observed, const struct ln_history *history,
                        const struct ln_operation *operation)
{
    size_t count, at = 0;
    const ln_value *args = arguments_of(history, operation, &count);
    assert(observed->calls.length == observed->methods.length);
    for (; at < observed->calls.length; at++) {
        const struct serial_call *call = &observed->calls.at[at];
        bool same = call->arity == count &&
                    ln_value_equal(&observed->values, call->f, &history->values, operation->f) &&
                    ln_value_equal(&observed->values, call->process, &history->values,
                                   history->processes.at[operation->process]);
        for (size_t i = 0; i < count && same; i++)
            same = ln_value_equal(&observed->values, observed->args.at[call->args + i], &history->values, args[i]);
        if (same)
            break;
    }
    return at;
}

/* Is it made before the operation as often as in any history, or more often? Then it is one more call than the test has,
 * and nothing says what that may return. Where all histories end with a call that waits, they may lack calls. */
static bool is_one_too_many(const struct ln_observed *observed, const struct ln_history *history, uint32_t index,
                            size_t call)
{
    uint32_t made = 0;
    for (uint32_t i = 0; i < index && observed->ends; i++)
        made += history->operations.at[i].method == call && history->operations.at[i].fate != LN_FAILED;
    return observed->ends && made >= observed->calls.at[call].most;
}

static enum ln_status bind(const struct ln_spec *spec, const struct ln_history *history, uint32_t index,
                           uint16_t *method, struct ln_error *error)
{
    const struct ln_observed *observed = observed_of(spec);
    size_t call = find_call(observed, history, &history->operations.at[index]);
    bool known = call < observed->calls.length;
    struct ln_str text;
    if (known && !is_one_too_many(observed, history, index, call)) {
        *method = (uint16_t)call;
        return LN_OK;
    }
    ln_str_init(&text, history->memory);
    ln_history_write_call(history, index, &text);
    ln_str_text(&text, " by process ");
    ln_history_write_process(history, history->operations.at[index].process, &text);
    ln_fail(error, LN_BAD_INPUT, "found %.200s%s of the serial histories of %.200s", ln_str_borrow(&text),
            known ? " more often than in any" : ", which is in none", observed->path);
    ln_str_fini(&text);
    return LN_BAD_INPUT;
}

/* ---- of another test ---- */

/* How many of the process's first calls each prefix has made in that order; OTHER: it has made another one. Found when some
 * prefix has made them all. */
static enum ln_status makes_calls(const struct ln_observed *observed, const struct ln_history *history,
                                  uint32_t process, uint32_t *made, bool *found)
{
    enum { OTHER = UINT32_MAX - 1 };
    const struct ln_operation *operations = history->operations.at;
    LN_VEC(uint16_t) wanted = { 0 };
    bool whole = true;
    for (size_t e = 0; e < history->events.length && whole; e++) {
        const struct ln_operation *operation = &operations[ln_event_operation(history->events.at[e])];
        if (operation->process == process && !ln_event_is_return(history->events.at[e]))
            whole = ln_vec_push(&wanted, history->memory, operation->method);
    }
    *found = wanted.length == 0;
    made[0] = 0;
    for (size_t at = 1; at < observed->nodes.length && whole && !*found; at++) {
        const struct prefix_node *node = &observed->nodes.at[at];
        const struct serial_call *call = &observed->calls.at[node->method];
        assert(node->parent < at);
        made[at] = made[node->parent];
        if (made[at] == OTHER ||
            !ln_value_equal(&observed->values, call->process, &history->values, history->processes.at[process]))
            continue;
        made[at] = node->method == wanted.at[made[at]] ? made[at] + 1 : OTHER;
        *found = made[at] == wanted.length;
    }
    ln_vec_fini(&wanted, history->memory);
    return whole ? LN_OK : LN_NO_MEMORY;
}

enum ln_status ln_observed_is_of_test(const struct ln_spec *spec, const struct ln_history *history,
                                      struct ln_error *error)
{
    const struct ln_observed *observed = observed_of(spec);
    struct ln_str text;
    enum ln_status status = LN_OK;
    uint32_t *made, process = 0;
    bool found = true;
    if (spec->class->step != step || !observed->ends)
        return LN_OK;
    made = ln_take(history->memory, observed->nodes.length * sizeof *made);
    if (!made)
        return no_memory(error);
    for (; process < history->processes.length; process++) {
        status = makes_calls(observed, history, process, made, &found);
        if (status || !found)
            break;
    }
    ln_give(history->memory, made, observed->nodes.length * sizeof *made);
    if (status)
        return no_memory(error);
    if (found)
        return LN_OK;
    ln_str_init(&text, history->memory);
    ln_history_write_process(history, process, &text);
    ln_fail(
        error, LN_BAD_INPUT,
        "process %.200s makes its calls in an order that it has in none of the serial histories of %.200s, which so "
        "say nothing of them",
        ln_str_borrow(&text), observed->path);
    ln_str_fini(&text);
    return LN_BAD_INPUT;
}

/* ---- steps ---- */

static uint32_t node_of(struct ln_state state)
{
    uint32_t node;
    assert(state.length == sizeof(uint64_t));
    memcpy(&node, state.at, sizeof node);
    return node;
}

static void add_node(struct ln_next *next, uint32_t node)
{
    uint64_t word = node;
    ln_next_add_state(next, (struct ln_state){ (const uint8_t *)&word, sizeof word });
}

static void initial(const struct ln_spec *spec, struct ln_next *next)
{
    (void)spec;
    add_node(next, 0);
}

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    const struct ln_observed *observed = observed_of(spec);
    assert(node_of(state) < observed->nodes.length && in->method < observed->calls.length);
    for (uint32_t at = observed->nodes.at[node_of(state)].child; at; at = observed->nodes.at[at].sibling) {
        const struct prefix_node *node = &observed->nodes.at[at];
        if (node->method == in->method && !node->waits &&
            (ln_same(in->result, LN_VALUE_UNKNOWN) ||
             ln_value_equal(&observed->values, node->result, in->values, in->result)))
            add_node(next, at);
    }
}

static bool blocks(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in)
{
    const struct ln_observed *observed = observed_of(spec);
    uint32_t at = observed->nodes.at[node_of(state)].child;
    while (at && !(observed->nodes.at[at].method == in->method && observed->nodes.at[at].waits))
        at = observed->nodes.at[at].sibling;
    return at;
}

/* How it came to be: its operations, one after the other. */
static void write_path(const struct ln_observed *observed, uint32_t at, struct ln_str *out)
{
    const struct prefix_node *node = &observed->nodes.at[at];
    const struct serial_call *call = &observed->calls.at[node->method];
    if (!at)
        return;
    assert(node->parent < at && node->method < observed->calls.length);
    write_path(observed, node->parent, out);
    if (node->parent)
        ln_str_text(out, "; ");
    ln_value_write(&observed->values, call->process, out);
    ln_str_format(out, ": %s(", observed->methods.at[node->method].name);
    for (uint32_t i = 0; i < call->arity; i++) {
        ln_str_text(out, i ? ", " : "");
        ln_value_write(&observed->values, observed->args.at[call->args + i], out);
    }
    ln_str_char(out, ')');
    if (ln_same(node->result, LN_VALUE_NONE))
        return;
    ln_str_text(out, " -> ");
    ln_value_write(&observed->values, node->result, out);
}

static void write_state(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                        struct ln_str *out)
{
    (void)values;
    if (!node_of(state))
        ln_str_text(out, "new");
    else
        write_path(observed_of(spec), node_of(state), out);
}

/* ---- reading ---- */

struct serial_reading {
    struct ln_observed *observed;
    const struct ln_history *history;
    struct ln_error *error;
};

static enum ln_status complain(const struct serial_reading *reading, const struct ln_operation *operation,
                               const char *message)
{
    return ln_fail(reading->error, LN_BAD_INPUT, "%s:%u: %s", reading->observed->path, operation->line, message);
}

/* A name that ends, for reports. */
static char *copy_name(struct ln_observed *observed, ln_value f)
{
    struct ln_text text = ln_value_text(&observed->values, &f);
    char *name = ln_arena_take(&observed->values.arena, text.length + 1);
    if (!name)
        return NULL;
    memcpy(name, text.at, text.length);
    name[text.length] = 0;
    return name;
}

static enum ln_status add_call(const struct serial_reading *reading, const struct ln_operation *operation)
{
    struct ln_observed *observed = reading->observed;
    const struct ln_history *history = reading->history;
    struct serial_call call = { .args = (uint32_t)observed->args.length };
    struct ln_method method = { .aliases = "",
                                .arguments = "what was observed",
                                .results = "what was observed",
                                .returns = LN_RETURNS_VALUE,
                                .effect = LN_CHANGES,
                                .takes = LN_TAKES_ANY };
    size_t count;
    const ln_value *args = arguments_of(history, operation, &count);
    enum ln_status status;
    if (count > MOST_ARGUMENTS || observed->calls.length == MOST_CALLS)
        return complain(reading, operation, "too many different calls, or arguments of one");
    assert(observed->calls.length == observed->methods.length);
    call.arity = (uint32_t)count;
    status = ln_value_copy(&history->values, operation->f, &observed->values, &call.f);
    if (!status)
        status = ln_value_copy(&history->values, history->processes.at[operation->process], &observed->values,
                               &call.process);
    for (size_t i = 0; i < count && !status; i++) {
        ln_value value;
        status = ln_value_copy(&history->values, args[i], &observed->values, &value);
        if (!status && !ln_vec_push(&observed->args, observed->memory, value))
            status = LN_NO_MEMORY;
    }
    if (!status)
        method.name = copy_name(observed, call.f);
    method.least = method.most = (uint8_t)count;
    if (status || !method.name || !ln_vec_push(&observed->methods, observed->memory, method) ||
        !ln_vec_push(&observed->calls, observed->memory, call))
        return no_memory(reading->error);
    return LN_OK;
}

/* How often a call was made on the way to a prefix. */
static uint32_t count_made(const struct ln_observed *observed, uint32_t at, uint16_t method)
{
    uint32_t made = 0;
    for (; at; at = observed->nodes.at[at].parent)
        made += observed->nodes.at[at].method == method;
    return made;
}

/* The child that the operation leads to, made if need be. */
static enum ln_status descend(const struct serial_reading *reading, const struct ln_operation *operation, uint32_t *at)
{
    struct ln_observed *observed = reading->observed;
    size_t method = find_call(observed, reading->history, operation);
    struct prefix_node node = { .parent = *at, .waits = operation->fate == LN_PENDING, .result = LN_VALUE_NONE };
    enum ln_status status = method < observed->calls.length ? LN_OK : add_call(reading, operation);
    uint32_t made;
    assert(*at < observed->nodes.length && !observed->nodes.at[*at].waits); /* what waits is the last */
    if (!status && !node.waits &&
        ln_value_copy(&reading->history->values, operation->result, &observed->values, &node.result))
        status = no_memory(reading->error);
    if (status)
        return status;
    assert(method < observed->calls.length);
    node.method = (uint16_t)method;
    for (uint32_t child = observed->nodes.at[*at].child; child; child = observed->nodes.at[child].sibling) {
        const struct prefix_node *have = &observed->nodes.at[child];
        if (have->method == node.method && have->waits == node.waits && ln_same(have->result, node.result)) {
            *at = child;
            return LN_OK;
        }
    }
    node.sibling = observed->nodes.at[*at].child;
    if (observed->nodes.length == UINT32_MAX || !ln_vec_push(&observed->nodes, observed->memory, node))
        return no_memory(reading->error);
    observed->nodes.at[*at].child = (uint32_t)(observed->nodes.length - 1);
    *at = observed->nodes.at[*at].child;
    made = count_made(observed, *at, node.method);
    if (made > observed->calls.at[method].most)
        observed->calls.at[method].most = made;
    return LN_OK;
}

/* One after the other, all with results, but for the last one if the history is stuck. */
static enum ln_status check_serial(const struct serial_reading *reading)
{
    const struct ln_history *history = reading->history;
    for (size_t i = 0; i < history->operations.length; i++) {
        const struct ln_operation *operation = &history->operations.at[i];
        enum ln_kind kind = ln_value_kind(operation->result);
        if (operation->fate == LN_FAILED)
            return complain(reading, operation, "found an operation that failed, expected one with a result");
        if (operation->fate == LN_COMPLETED && operation->ret != operation->call + 1)
            return complain(reading, operation, "found an operation that others overlap, expected a serial history");
        if (operation->fate == LN_PENDING && operation->call + 1 != history->events.length)
            return complain(reading, operation, "found a call without a return that is not the last one");
        if (operation->fate == LN_PENDING && !history->stuck)
            return complain(reading, operation,
                            "found a call without a return, expected {\"type\":\"stuck\"} after it");
        if (operation->fate == LN_COMPLETED && (kind == LN_KIND_UNKNOWN || kind == LN_KIND_NONE))
            return complain(reading, operation, "found an operation without a result, expected one (null for nothing)");
    }
    return LN_OK;
}

static enum ln_status add_history(const struct serial_reading *reading)
{
    const struct ln_history *history = reading->history;
    enum ln_status status = check_serial(reading);
    uint32_t at = 0;
    for (size_t i = 0; i < history->events.length && !status; i++)
        if (!ln_event_is_return(history->events.at[i]))
            status = descend(reading, &history->operations.at[ln_event_operation(history->events.at[i])], &at);
    reading->observed->ends |= !status && !history->stuck;
    return status;
}

static enum ln_status read_histories(struct ln_observed *observed, struct ln_reader *reader, struct ln_error *error)
{
    enum ln_status status = LN_OK;
    bool found = true;
    while (!status && found) {
        struct ln_history history;
        status = ln_reader_next(reader, &history, &found, error);
        if (status || !found)
            break;
        status = history.cut == LN_CUT_NONE
                     ? add_history(&(struct serial_reading){ observed, &history, error })
                     : ln_fail(error, LN_BAD_INPUT,
                               "%s:%u: the last line was cut short; what is right needs all of them", observed->path,
                               history.cut_line);
        ln_history_fini(&history);
    }
    if (!status && observed->nodes.length == 1)
        status = ln_fail(error, LN_BAD_INPUT, "%s: there are no operations in it", observed->path);
    return status;
}

static enum ln_status read_serial(struct ln_observed *observed, const struct ln_str *serial, struct ln_error *error)
{
    struct ln_reader_options options = { .format = "native" };
    struct ln_reader *reader = NULL;
    enum ln_status status;
    if (!serial->length)
        return ln_fail(error, LN_BAD_INPUT, "%s: there are no serial executions in it", observed->path);
    status = ln_reader_open_bytes(&reader, observed->path, ln_str_borrow(serial), serial->length, &options,
                                  observed->memory, error);
    if (!status)
        status = read_histories(observed, reader, error);
    ln_reader_close(reader);
    return status;
}

/* Of several findings, each may have been judged by serial executions of its own. */
static enum ln_status read_finding(struct ln_observed *observed, struct ln_error *error)
{
    struct ln_finding_reader *reader = NULL;
    struct ln_finding finding, other;
    bool found = false, more = false;
    enum ln_status status = ln_finding_open(&reader, observed->path, observed->memory, error);
    if (!status)
        status = ln_finding_next(reader, &finding, &found, error);
    if (found) {
        status = read_serial(observed, &finding.serial, error);
        ln_finding_fini(&finding);
    }
    if (!status)
        status = ln_finding_next(reader, &other, &more, error);
    if (more) {
        ln_finding_fini(&other);
        status = ln_fail(error, LN_BAD_INPUT, "%s: there are several findings in it, expected one", observed->path);
    }
    ln_finding_close(reader);
    return status;
}

/* ---- as text ---- */

static bool put_to_text(void *self, const char *bytes, size_t length)
{
    ln_str_add(self, bytes, length);
    return true;
}

static enum ln_status write_histories(struct ln_reader *reader, struct ln_str *out, struct ln_error *error)
{
    struct ln_file_writer_options options = { .format = "native", .put = put_to_text, .self = out };
    struct ln_file_writer writer;
    enum ln_status status = ln_file_writer_init(&writer, &options, out->memory, error);
    bool found = true;
    while (!status && found) {
        struct ln_history history;
        status = ln_reader_next(reader, &history, &found, error);
        if (status || !found)
            break;
        status = ln_file_writer_add(&writer, &history, NULL, error);
        ln_history_fini(&history);
    }
    ln_file_writer_fini(&writer);
    return status;
}

static enum ln_status take_section(const char *path, struct ln_str *out, struct ln_error *error)
{
    struct ln_finding_reader *reader = NULL;
    struct ln_finding finding;
    bool found = false;
    enum ln_status status = ln_finding_open(&reader, path, out->memory, error);
    if (!status)
        status = ln_finding_next(reader, &finding, &found, error);
    if (found) {
        ln_str_add(out, ln_str_borrow(&finding.serial), finding.serial.length);
        ln_finding_fini(&finding);
    }
    ln_finding_close(reader);
    return status;
}

enum ln_status ln_observed_text(const char *path, struct ln_str *out, struct ln_error *error)
{
    struct ln_reader_options options = { .format = "native" };
    struct ln_reader *reader = NULL;
    enum ln_status status;
    if (ln_finding_is_file(path))
        return take_section(path, out, error);
    status = ln_reader_open(&reader, path, &options, out->memory, error);
    if (!status)
        status = write_histories(reader, out, error);
    ln_reader_close(reader);
    return status ? status : out->failed ? no_memory(error) : LN_OK;
}

/* ---- the whole file ---- */

static enum ln_status read_all(struct ln_observed *observed, struct ln_error *error)
{
    struct ln_reader_options options = { .format = "native" };
    struct ln_reader *reader = NULL;
    enum ln_status status;
    if (ln_finding_is_file(observed->path))
        return read_finding(observed, error);
    status = ln_reader_open(&reader, observed->path, &options, observed->memory, error);
    if (!status)
        status = read_histories(observed, reader, error);
    ln_reader_close(reader);
    return status;
}

/* Operations that never return anything but null, whoever calls them with what, return nothing: reports need not show
 * it. */
static void find_silent(struct ln_observed *observed)
{
    for (size_t i = 1; i < observed->nodes.length; i++) {
        const struct prefix_node *node = &observed->nodes.at[i];
        if (!node->waits && !ln_same(node->result, LN_VALUE_NULL))
            observed->calls.at[node->method].speaks = true;
    }
    for (size_t i = 0; i < observed->calls.length; i++) {
        bool speaks = false;
        for (size_t j = 0; j < observed->calls.length; j++)
            speaks |= ln_same(observed->calls.at[i].f, observed->calls.at[j].f) && observed->calls.at[j].speaks;
        observed->methods.at[i].returns = speaks ? LN_RETURNS_VALUE : LN_RETURNS_NULL;
    }
    for (size_t i = 1; i < observed->nodes.length; i++) {
        struct prefix_node *node = &observed->nodes.at[i];
        if (observed->methods.at[node->method].returns == LN_RETURNS_NULL)
            node->result = LN_VALUE_NONE;
    }
}

/* ---- the class ---- */

bool ln_observed_is_file(const char *spec)
{
    static const char end[] = ".serial";
    size_t length = strlen(spec);
    return ln_finding_is_file(spec) || (length > sizeof end - 1 && strcmp(spec + length - (sizeof end - 1), end) == 0);
}

static void make_class(struct ln_observed *observed)
{
    const char *slash = strrchr(observed->path, '/');
    snprintf(observed->name, sizeof observed->name, "%s", slash ? slash + 1 : observed->path);
    snprintf(observed->noun, sizeof observed->noun, "serial execution in %s", observed->name);
    observed->class = (struct ln_spec_class){
        .name = observed->name,
        .noun = observed->noun,
        .aliases = "",
        .summary = "the serial histories of a file",
        .methods = observed->methods.at,
        .method_count = observed->methods.length,
        .bind = bind,
        .initial = initial,
        .step = step,
        .blocks = blocks,
        .write_state = write_state,
    };
}

/* `serial`: what stands in memory; NULL: it is in the file. */
static enum ln_status load(struct ln_observed **observed, const char *path, const struct ln_str *serial,
                           struct ln_memory *memory, struct ln_error *error)
{
    struct ln_observed *o = ln_take_zeroed(memory, sizeof *o);
    enum ln_status status = LN_OK;
    *observed = o;
    if (!o)
        return no_memory(error);
    o->memory = memory;
    o->path = path;
    ln_values_init(&o->values, memory);
    if (!ln_vec_push(&o->nodes, memory, (struct prefix_node){ 0 }))
        status = no_memory(error);
    if (!status)
        status = serial ? read_serial(o, serial, error) : read_all(o, error);
    if (!status) {
        find_silent(o);
        make_class(o);
        return LN_OK;
    }
    ln_observed_free(o);
    *observed = NULL;
    return status;
}

enum ln_status ln_observed_load(struct ln_observed **observed, const char *path, struct ln_memory *memory,
                                struct ln_error *error)
{
    return load(observed, path, NULL, memory, error);
}

enum ln_status ln_observed_take(struct ln_observed **observed, const char *name, const struct ln_str *serial,
                                struct ln_memory *memory, struct ln_error *error)
{
    return load(observed, name, serial, memory, error);
}

void ln_observed_free(struct ln_observed *observed)
{
    struct ln_memory *memory = observed ? observed->memory : NULL;
    if (!observed)
        return;
    ln_vec_fini(&observed->calls, memory);
    ln_vec_fini(&observed->args, memory);
    ln_vec_fini(&observed->methods, memory);
    ln_vec_fini(&observed->nodes, memory);
    ln_values_fini(&observed->values);
    ln_give(memory, observed, sizeof *observed);
}

const struct ln_spec_class *ln_observed_class(const struct ln_observed *observed)
{
    return &observed->class;
}
