/* What is written in any format and read again is the same history, or the writer refuses it. */
#include "test_format_support.h"

#include "base/rng.h"
#include "format/writer.h"

enum { OPERATIONS = 8, PROCESSES = 4, ROUNDS = 20000 };

/* ---- drawing histories ---- */

static ln_value string_of(struct ln_history *history, const char *text)
{
    ln_value value;
    assert_int_equal(ln_values_string(&history->values, text, strlen(text), &value), LN_OK);
    return value;
}

static ln_value draw_value(struct ln_history *history, struct ln_rng *rng, bool plain)
{
    static const char *const words[] = { "a", "empty", "x y", "?",  "void", "12", "\"q\\\n", "longer than seven bytes",
                                         "",  "EMPTY", ")",   ":k", "nil" };
    ln_value value, items[3] = { ln_small(1), LN_VALUE_NULL, LN_VALUE_TRUE };
    switch (ln_rng_below(rng, plain ? 2 : 10)) {
    case 3: return LN_VALUE_NULL;
    case 4: return ln_bool(ln_rng_below(rng, 2));
    case 5: return string_of(history, words[ln_rng_below(rng, sizeof words / sizeof *words)]);
    case 6:
        assert_int_equal(ln_values_list(&history->values, items, ln_rng_below(rng, 4), &value), LN_OK);
        return value;
    case 7:
        assert_int_equal(ln_values_real(&history->values, 0.1 * (double)ln_rng_below(rng, 50), &value), LN_OK);
        return value;
    case 8:
        assert_int_equal(ln_values_int(&history->values, INT64_MIN + ln_rng_below(rng, 2), &value), LN_OK);
        return value;
    case 9:
        items[0] = string_of(history, "key one");
        items[2] = string_of(history, "k");
        items[1] = items[2];
        assert_int_equal(ln_values_map(&history->values, items, 1, &value), LN_OK);
        return value;
    default: return ln_small((int64_t)ln_rng_below(rng, 4) - 1);
    }
}

struct shape {
    const char *spec; /* what the writer is told; NULL: nothing */
    const char *methods[4];
    int arities[4];
    const char *results; /* per method: v any value, n null, b true or false */
    bool keys;
};

static const struct shape shapes[] = {
    { "queue", { "enq", "deq", "peek", "enq" }, { 1, 0, 0, 1 }, "nvvn", false },
    { "stack", { "push", "pop", "push", "pop" }, { 1, 0, 1, 0 }, "nvnv", false },
    { "set", { "insert", "remove", "contains", "add" }, { 1, 1, 1, 1 }, "bbbb", false },
    { "cas-register", { "read", "write", "cas", "read" }, { 0, 1, 2, 0 }, "vnbv", false },
    { "cas-register:initial=0", { "cas", "cas", "cas", "cas" }, { 2, 2, 2, 2 }, "bbbb", false },
    { "kv:missing=\"\"", { "get", "put", "append", "get" }, { 0, 1, 1, 0 }, "vnnv", true },
    { "semaphore", { "incr", "decr", "incr", "decr" }, { 0, 0, 0, 0 }, "bbbb", false },
    { NULL, { "Any Name", "mixed_Case", "f", "" }, { 0, 1, 2, 3 }, "vvvv", false },
    { NULL, { "get", "put", "push", "deq" }, { 0, 1, 1, 0 }, "vvnv", true },
};

struct drawing {
    struct ln_history history;
    const struct shape *shape;
    struct ln_rng *rng;
    bool plain, odd;
};

static ln_value draw_process(struct drawing *drawing, uint32_t process)
{
    static const char *const names[PROCESSES] = { "client", "b", "c", "d" };
    return drawing->odd && process == 0 ? string_of(&drawing->history, names[process]) : ln_small(process);
}

static struct ln_call_text draw_call(struct drawing *drawing, uint32_t process, ln_value args[3], uint32_t *method)
{
    struct ln_history *history = &drawing->history;
    struct ln_call_text call = {
        .process = draw_process(drawing, process), .key = LN_VALUE_NONE, .args = args, .line = 1
    };
    *method = ln_rng_below(drawing->rng, 4);
    call.f = string_of(history, drawing->shape->methods[*method]);
    call.arity = (size_t)drawing->shape->arities[*method];
    for (int i = 0; i < 3; i++)
        args[i] = draw_value(history, drawing->rng, drawing->plain);
    if (drawing->shape->keys && (drawing->plain || ln_rng_below(drawing->rng, 8)))
        call.key = draw_value(history, drawing->rng, drawing->plain);
    return call;
}

static ln_value draw_result(struct drawing *drawing, uint32_t method)
{
    char kind = drawing->shape->results[method];
    if (!drawing->plain && ln_rng_below(drawing->rng, 8) == 0)
        return LN_VALUE_UNKNOWN;
    if (kind == 'n')
        return LN_VALUE_NULL;
    if (kind == 'b')
        return ln_bool(ln_rng_below(drawing->rng, 2));
    return ln_rng_below(drawing->rng, 3) ? draw_value(&drawing->history, drawing->rng, drawing->plain) : LN_VALUE_NULL;
}

/* Events in order, some of them failed or never returning. */
static void draw_events(struct drawing *drawing)
{
    struct ln_history *history = &drawing->history;
    uint32_t open[PROCESSES] = { 0 }, operation; /* method + 1, 9: gone */
    struct ln_error error;
    for (int i = 0; i < 2 * OPERATIONS; i++) {
        uint32_t process = ln_rng_below(drawing->rng, PROCESSES), fate = ln_rng_below(drawing->rng, 8), method;
        if (open[process] == 9)
            continue;
        if (!open[process]) {
            ln_value args[3];
            struct ln_call_text call = draw_call(drawing, process, args, &method);
            assert_int_equal(ln_history_call(history, &call, &operation, &error), LN_OK);
            open[process] = method + 1;
            continue;
        }
        method = open[process] - 1;
        fate = drawing->plain || fate > 1 ? LN_COMPLETED : fate ? LN_FAILED : LN_PENDING;
        assert_int_equal(ln_history_return(history, draw_process(drawing, process), (enum ln_fate)fate,
                                           draw_result(drawing, method), &operation, &error),
                         LN_OK);
        open[process] = fate == LN_PENDING ? 9 : 0;
    }
}

/* Whole operations by a coarse clock, so that much touches; each its own process when `alone`. */
static void draw_operations(struct drawing *drawing, bool alone)
{
    int64_t now[PROCESSES] = { 0 };
    bool gone[PROCESSES] = { false };
    struct ln_error error;
    for (uint32_t i = 0; i < OPERATIONS; i++) {
        uint32_t process = ln_rng_below(drawing->rng, PROCESSES), method, operation;
        int64_t call_time, return_time;
        ln_value args[3];
        struct ln_call_text call = draw_call(drawing, alone ? OPERATIONS - 1 - i : process, args, &method);
        bool pending = !drawing->plain && ln_rng_below(drawing->rng, 8) == 0;
        if (gone[process] && !alone)
            continue;
        call_time = now[process] += ln_rng_below(drawing->rng, 2);
        return_time = now[process] += ln_rng_below(drawing->rng, 2);
        gone[process] = pending;
        assert_int_equal(ln_history_operation(&drawing->history, &call, pending ? LN_PENDING : LN_COMPLETED,
                                              draw_result(drawing, method), call_time, return_time, &operation, &error),
                         LN_OK);
    }
}

static void draw(struct drawing *drawing, struct ln_memory *memory, struct ln_rng *rng)
{
    struct ln_error error;
    uint32_t line, kind = ln_rng_below(rng, 4);
    *drawing = (struct drawing){ .rng = rng, .shape = &shapes[ln_rng_below(rng, sizeof shapes / sizeof *shapes)] };
    drawing->plain = ln_rng_below(rng, 2);
    drawing->odd = !drawing->plain && ln_rng_below(rng, 8) == 0;
    assert_int_equal(ln_history_init(&drawing->history, memory), LN_OK);
    if (kind < 2)
        draw_events(drawing);
    else
        draw_operations(drawing, kind == 3);
    assert_int_equal(ln_history_seal(&drawing->history, &line, &error), LN_OK);
    drawing->history.stuck = !drawing->plain && ln_rng_below(rng, 16) == 0;
}

/* ---- comparing ---- */

static void spread(const struct ln_history *history, const struct ln_operation *operation, bool keyed,
                   struct ln_str *out)
{
    const ln_value *args = history->args.at + operation->args;
    size_t count = operation->arity;
    if (count == 1 && ln_value_kind(args[0]) == LN_KIND_LIST) {
        size_t items;
        const ln_value *inside = ln_value_items(&history->values, args[0], &items);
        if (items > 1) {
            args = inside;
            count = items;
        }
    }
    if (keyed && count == 1 && ln_same(args[0], LN_VALUE_NULL))
        count = 0;
    for (size_t i = 0; i < count; i++) {
        ln_value_write(&history->values, args[i], out);
        ln_str_char(out, ' ');
    }
}

static void tell_args(const struct ln_history *history, const struct ln_operation *operation, struct ln_str *out)
{
    for (uint32_t i = 0; i < operation->arity; i++) {
        ln_value_write(&history->values, history->args.at[operation->args + i], out);
        ln_str_char(out, ' ');
    }
}

/* What inserts or writes returns nothing in the formats that know its object: not knowing that is no loss. */
static bool result_means_nothing(const struct ln_operation *operation, const char *format)
{
    static const char *const formats[] = { "jepsen-log", "porcupine", "limo", "polylin", "fptlin" };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(format, formats[i]) == 0)
            return operation->arity && operation->fate == LN_COMPLETED && ln_same(operation->result, LN_VALUE_UNKNOWN);
    return false;
}

/* Kinds are told as well: null is no key, and unknown is no "?". */
static void tell(const struct ln_history *history, uint32_t index, const char *format, bool keyed, struct ln_str *out)
{
    const struct ln_operation *operation = &history->operations.at[index];
    struct ln_text f = ln_value_text(&history->values, &operation->f);
    ln_value result = operation->result;
    ln_value_write(&history->values, history->processes.at[operation->process], out);
    ln_str_format(out, " fate %d key %d ", operation->fate, (int)ln_value_kind(operation->key));
    ln_value_write(&history->values, operation->key, out);
    ln_str_format(out, " %.*s( ", (int)f.length, f.at);
    if (strcmp(format, "jepsen-edn") == 0)
        spread(history, operation, keyed, out);
    else
        tell_args(history, operation, out);
    if (result_means_nothing(operation, format))
        result = LN_VALUE_NULL;
    ln_str_format(out, ") %d ", (int)ln_value_kind(result));
    ln_value_write(&history->values, result, out);
    ln_str_char(out, '\n');
}

/* Those that have events by the order of their calls, then those that failed. */
static void sort_operations(const struct ln_history *history, uint32_t *order, bool as_is)
{
    const struct ln_operation *operations = history->operations.at;
    uint32_t count = (uint32_t)history->operations.length;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        for (; !as_is && at && operations[order[at - 1]].call > operations[i].call; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void compare(const struct ln_history *a, const struct ln_history *b, const char *format, bool keyed, bool as_is)
{
    uint32_t order_a[2 * OPERATIONS], order_b[2 * OPERATIONS];
    struct ln_memory memory;
    struct ln_str text_a, text_b;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&text_a, &memory);
    ln_str_init(&text_b, &memory);
    assert_int_equal(a->operations.length, b->operations.length);
    assert_int_equal(a->stuck, b->stuck);
    sort_operations(a, order_a, as_is);
    sort_operations(b, order_b, as_is);
    for (uint32_t i = 0; i < a->operations.length; i++) {
        tell(a, order_a[i], format, keyed, &text_a);
        tell(b, order_b[i], format, keyed, &text_b);
        for (uint32_t j = 0; j < a->operations.length; j++)
            assert_int_equal(ln_history_precedes(a, order_a[i], order_a[j]),
                             ln_history_precedes(b, order_b[i], order_b[j]));
    }
    assert_string_equal(ln_str_borrow(&text_a), ln_str_borrow(&text_b));
    ln_str_fini(&text_a);
    ln_str_fini(&text_b);
}

/* ---- there and back ---- */

static bool put(void *self, const char *bytes, size_t length)
{
    ln_str_add(self, bytes, length);
    return true;
}

static enum ln_status write_as(const struct ln_history *history, const char *format, const char *spec, bool keyed,
                               struct ln_str *text, struct ln_memory *memory, struct ln_error *error)
{
    struct ln_file_writer_options options = { .format = format, .keyed = keyed, .put = put, .self = text };
    struct ln_file_writer writer;
    enum ln_status status = ln_file_writer_init(&writer, &options, memory, error);
    if (!status)
        status = ln_file_writer_add(&writer, history, spec, error);
    ln_file_writer_fini(&writer);
    return status;
}

static enum ln_status note_spec(void *self, struct ln_history *history, const char *spec, struct ln_error *error)
{
    (void)history;
    (void)error;
    snprintf(self, 64, "%s", spec ? spec : "");
    return LN_OK;
}

static void read_back(const struct drawing *drawing, const char *format, bool keyed, const struct ln_str *text,
                      struct ln_memory *memory)
{
    char spec[64] = "";
    struct ln_binder binder = { .self = spec, .begin = note_spec };
    struct ln_reader_options options = { .keyed = keyed, .binder = &binder };
    struct ln_history again;
    struct ln_reader *reader;
    struct ln_error error = { LN_OK, "" };
    bool found, as_is = strcmp(format, "native-operations") == 0 || strcmp(format, "stress") == 0;
    options.format = strcmp(format, "native-operations") == 0 ? "native" : format;
    assert_int_equal(ln_reader_open_bytes(&reader, "t", ln_str_borrow(text), text->length, &options, memory, &error),
                     LN_OK);
    ln_reader_next(reader, &again, &found, &error);
    if (error.status)
        print_error("%s: %s\n%s", format, error.message, ln_str_borrow(text));
    assert_true(found && !error.status);
    compare(&drawing->history, &again, format, keyed, as_is);
    if (drawing->shape->spec && *spec)
        assert_string_equal(spec, drawing->shape->spec);
    ln_history_fini(&again);
    ln_reader_close(reader);
}

static void there_and_back(void **state)
{
    struct ln_rng rng = { 20260 };
    unsigned written[16] = { 0 }, refused[16] = { 0 };
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        struct ln_memory memory;
        struct drawing drawing;
        ln_memory_init(&memory, UINT64_MAX);
        draw(&drawing, &memory, &rng);
        for (size_t i = 0; ln_file_writer_name(i); i++) {
            bool keyed = drawing.shape->keys && ln_rng_below(&rng, 2);
            struct ln_str text;
            struct ln_error error = { LN_OK, "" };
            ln_str_init(&text, &memory);
            if (write_as(&drawing.history, ln_file_writer_name(i), drawing.shape->spec, keyed, &text, &memory,
                         &error)) {
                assert_int_equal(error.status, LN_BAD_INPUT);
                assert_int_equal(text.length, 0);
                refused[i]++;
            } else {
                read_back(&drawing, ln_file_writer_name(i), keyed, &text, &memory);
                written[i]++;
            }
            ln_str_fini(&text);
        }
        ln_history_fini(&drawing.history);
        assert_int_equal(memory.used, 0);
    }
    for (size_t i = 0; ln_file_writer_name(i); i++) {
        print_message("%s: %u written, %u refused\n", ln_file_writer_name(i), written[i], refused[i]);
        assert_true(written[i] > ROUNDS / 100 && refused[i] > ROUNDS / 100);
    }
}

static void memory_refused(void **state)
{
    struct ln_rng rng = { 7 };
    struct ln_memory memory;
    struct drawing drawing;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    for (int round = 0; round < 50; round++) {
        draw(&drawing, &memory, &rng);
        for (size_t i = 0; ln_file_writer_name(i); i++) {
            enum ln_status status = LN_NO_MEMORY;
            for (int64_t k = 0; status == LN_NO_MEMORY; k++) {
                struct ln_memory own;
                struct ln_str text;
                struct ln_error error;
                ln_memory_init(&own, UINT64_MAX);
                ln_str_init(&text, &own);
                atomic_store(&memory.fail_after, k);
                status = write_as(&drawing.history, ln_file_writer_name(i), drawing.shape->spec, false, &text, &memory,
                                  &error);
                atomic_store(&memory.fail_after, -1);
                ln_str_fini(&text);
            }
            assert_true(status == LN_OK || status == LN_BAD_INPUT);
        }
        ln_history_fini(&drawing.history);
        assert_int_equal(memory.used, 0);
    }
}

static void unknown_format(void **state)
{
    struct ln_memory memory;
    struct ln_str text;
    struct ln_error error;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&text, &memory);
    assert_int_equal(write_as(NULL, "csv", NULL, false, &text, &memory, &error), LN_USAGE);
    assert_string_equal(error.message, "found format `csv`, expected one of: native, native-operations, jepsen-edn, "
                                       "jepsen-log, porcupine, limo, polylin, fptlin, stress");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(memory_refused),
        cmocka_unit_test(unknown_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
