/* Sequential specifications: what each object allows, and what is promised about it. */
#include "../support/sequences.h"

#include "spec/parts.h"

/* ---- sequences ---- */

static const struct sequence sequences[] = {
    { "register", "", "null" },
    { "register", "read()->null write(1) read()->1 write(2) write(2)", "2" },
    { "register", "write(1) read()->2", NULL },
    { "register", "write(1) read()->?", "1" },
    { "register:initial=0", "read()->null", NULL },
    { "register:initial=0", "read()->0", "0" },
    { "register:initial=abcdefgh", "read()->abcdefgh write(7)", "7" },
    { "cas-register", "write(1) cas(1,2)->true cas(1,3)->false read()->2", "2" },
    { "cas-register", "write(1) cas(2,3)->true", NULL },
    { "cas-register", "write(1) cas(1,3)->false", NULL },
    { "cas-register", "write(1) cas(1,3)->?", "3" },
    { "cas-register", "write(1) cas(2,3)->?", "1" },
    { "kv", "x.get()->null x.put(1) y.put(b) x.get()->1 y.get()->b", "{\"x\": 1, \"y\": \"b\"}" },
    { "kv", "x.put(1) y.get()->1", NULL },
    { "kv", "x.append(ab) x.append(c) x.get()->abc x.append(defghijkl)", "{\"x\": \"abcdefghijkl\"}" },
    { "kv", "x.append(abc) x.append(def) x.append(ghi) x.get()->abcdefghi", "{\"x\": \"abcdefghi\"}" },
    { "kv", "x.put(1) x.append(a)", NULL },
    { "kv", "x.put(1) x.delete() x.get()->null x.delete()", "{}" },
    { "kv:missing=0", "x.get()->0 x.cas(0,5)->true x.cas(0,6)->false x.get()->5", "{\"x\": 5}" },
    { "kv:missing=\"\"", "x.get()->null", NULL },
    { "kv", "x.cas(null,5)->false", NULL },
    { "kv", "y.put(1) x.put(2) z.put(3) y.delete() x.get()->? x.put(4)", "{\"x\": 4, \"z\": 3}" },
    { "counter", "read()->0 inc() inc(3) dec() add(-5) read()->-2", "-2" },
    { "counter", "inc() read()->2", NULL },
    { "counter", "inc() add(0) read()->?", "1" },
    { "counter", "add(9223372036854775807) inc() read()->-9223372036854775808", "-9223372036854775808" },
    { "queue", "deq()->null enq(1) enq(2) peek()->1 deq()->1 put(3) take()->2 deq()->3 peek()->null", "[]" },
    { "queue", "enq(1) enq(2) deq()->2", NULL },
    { "queue", "enq(1) deq()->null", NULL },
    { "queue", "enq(1) deq()->?", "[]" },
    { "queue", "deq()->?", "[]" },
    { "queue", "enq(1) enq(1) deq()->1", "[1]" },
    { "queue", "enq(1)->false", NULL },
    { "queue", "take()->null", NULL },
    { "queue", "take()->?", NULL },
    { "queue:capacity=2", "enq(1) enq(2) enq(3)->false deq()->1 enq(4)", "[2, 4]" },
    { "queue:capacity=2", "enq(1) enq(2) enq(3)", NULL },
    { "queue:capacity=2", "enq(1) enq(2) enq(3)->?", "[1, 2]" },
    { "queue:capacity=2", "enq(1)->?", "[1]" },
    { "queue:capacity=2", "enq(1) enq(2)->false", NULL },
    { "queue:capacity=1", "put(1) put(2)", NULL },
    { "stack", "pop()->null push(1) push(2) peek()->2 pop()->2 take()->1 peek()->null", "[]" },
    { "stack", "push(1) push(2) pop()->1", NULL },
    { "stack", "push(1) pop()->null", NULL },
    { "stack", "push(1) push(2) pop()->?", "[1]" },
    { "stack", "take()->null", NULL },
    { "set", "contains(1)->false add(1)->true add(2)->true add(1)->false remove(1)->true contains(2)->true", "[2]" },
    { "set", "add(1)->false", NULL },
    { "set", "remove(1)->true", NULL },
    { "set", "add(1) add(1) remove(1) remove(1)", "[]" },
    { "set", "add(1)->true contains(1)->?", "[1]" },
    { "set", "read()->[] add(3) add(1) read()->[1,3] read()->[3,1] size()->2 read()->?", "[1, 3]" },
    { "set", "add(1) read()->[1,1]", NULL },
    { "set", "add(1) add(2) read()->[1]", NULL },
    { "set", "add(1) size()->2", NULL },
    { "mutex", "acquire() release() try_acquire()->true try_acquire()->false release()", "free" },
    { "mutex", "acquire() acquire()", NULL },
    { "mutex", "release()", NULL },
    { "mutex", "acquire() try_acquire()->true", NULL },
    { "mutex", "try_acquire()->false", NULL },
    { "mutex", "try_acquire()->?", "held" },
};

static void every_class_accepts_what_it_should_and_nothing_else(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sequences); i++)
        expect_sequence(&sequences[i]);
}

static void operations_wait_where_the_spec_says_so(void **state)
{
    /* The last operation, after those before it. */
    /* clang-format off */
    static const struct { const char *spec, *operations; bool waits; } table[] = {
        { "mutex", "acquire()", false },            { "mutex", "acquire() acquire()", true },
        { "mutex", "acquire() try_acquire()->?", false }, { "mutex", "acquire() release()", false },
        { "queue", "take()->?", true },             { "queue", "enq(1) take()->?", false },
        { "queue", "deq()->?", false },             { "queue", "put(1)", false },
        { "queue:capacity=1", "enq(1) put(2)", true }, { "queue:capacity=1", "enq(1) enq(2)->?", false },
        { "queue:capacity=2", "enq(1) put(2)", false }, { "stack", "take()->?", true },
        { "stack", "push(1) take()->?", false },    { "stack", "pop()->?", false },
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < COUNT(table); i++)
        assert_int_equal(last_waits(table[i].spec, table[i].operations), table[i].waits);
}

static void classes_say_what_can_be_left_out_and_taken_apart(void **state)
{
    /* clang-format off */
    static const struct { const char *spec; bool closed, has_part; } table[] = {
        { "register", false, false }, { "cas-register", false, false }, { "kv", false, true },
        { "counter", false, false },  { "queue", true, false },         { "queue:capacity=3", false, false },
        { "stack", true, false },     { "set", false, true },            { "mutex", false, false },
        { "multi-register", false, true }, { "deque", true, false }, { "work-stealing-deque", true, false },
        { "priority-queue", true, false }, { "bounded-queue", false, false }, { "append-log", false, false },
        { "snapshot", false, false }, { "fetch-and-add", false, false },
    };
    /* clang-format on */
    struct ln_memory memory;
    struct ln_values values;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_values_init(&values, &memory);
    for (size_t i = 0; i < COUNT(table); i++) {
        struct ln_spec spec;
        struct ln_error error;
        ln_value arg = ln_small(7);
        struct ln_invocation in = { .values = &values, .args = &arg, .key = ln_small(9), .result = LN_VALUE_UNKNOWN };
        assert_int_equal(ln_spec_parse(&spec, table[i].spec, &values, &error), LN_OK);
        assert_int_equal(ln_spec_closed(&spec), table[i].closed);
        assert_int_equal(spec.class->part != NULL, table[i].has_part);
        if (spec.class->part && spec.class->methods[0].takes != LN_TAKES_TRANSACTION)
            assert_int_equal(ln_value_int(&values, spec.class->part(&spec, &in)), spec.class->keyed ? 9 : 7);
    }
    ln_values_fini(&values);
    assert_int_equal(memory.used, 0);
}

/* ---- promises, at random ---- */

struct drawing {
    struct ln_rng rng;
    struct ln_values *values;
    ln_value args[4];
};

static ln_value draw_value(struct drawing *d)
{
    const ln_value choices[] = { ln_small(0), ln_small(1), ln_small(2), LN_VALUE_NULL, { 2 | 1 << 3 | 'a' << 8 } };
    return choices[ln_rng_below(&d->rng, COUNT(choices))];
}

/* An invocation as binding leaves it, with any result its method can have. */
static struct ln_invocation draw_invocation(struct drawing *d, const struct ln_spec_class *class)
{
    uint16_t number = (uint16_t)ln_rng_below(&d->rng, (uint32_t) class->method_count);
    const struct ln_method *method = &class->methods[number];
    struct ln_invocation in = { .values = d->values,
                                .args = d->args,
                                .key = ln_small(ln_rng_below(&d->rng, 3)),
                                .result = LN_VALUE_UNKNOWN,
                                .method = number };
    for (size_t i = 0; i < method->most; i++) {
        d->args[i] = draw_value(d);
        if (method->takes == LN_TAKES_INTEGER || method->takes == LN_TAKES_NOT_NULL)
            d->args[i] = ln_small((int64_t)ln_rng_below(&d->rng, 4) - 1);
        if (method->takes == LN_TAKES_STRING)
            d->args[i] = (ln_value){ 2 | 1 << 3 | 'b' << 8 };
    }
    switch ((enum ln_returns)method->returns) {
    case LN_RETURNS_NULL:
    case LN_RETURNS_NOTHING: in.result = LN_VALUE_NONE; return in;
    case LN_RETURNS_DONE: in.result = ln_rng_below(&d->rng, 4) ? LN_VALUE_NONE : LN_VALUE_FALSE; break;
    case LN_RETURNS_VALUE: in.result = draw_value(d); break;
    case LN_RETURNS_INTEGER: in.result = ln_small((int64_t)ln_rng_below(&d->rng, 5) - 2); break;
    case LN_RETURNS_TRUTH:
    case LN_RETURNS_CHANGE: in.result = ln_bool(ln_rng_below(&d->rng, 2)); break;
    case LN_RETURNS_SET: break;
    }
    if (ln_rng_below(&d->rng, 8) == 0)
        in.result = LN_VALUE_UNKNOWN;
    return in;
}

/* clang-format off */
static const char *const drawn_specs[] = { "register", "cas-register:initial=0", "kv", "kv:missing=0", "counter",
                                           "queue", "queue:capacity=2", "stack", "set", "mutex", "max-register",
                                           "snapshot:size=3", "fetch-and-add", "bounded-queue", "deque",
                                           "work-stealing-deque", "priority-queue", "max-priority-queue", "append-log",
                                           "rwlock", "semaphore", "event", "countdown:count=3", "nonzero-indicator",
                                           "ArrayBlockingQueue:capacity=2", "ConcurrentHashMap",
                                           "ConcurrentLinkedDeque", "ConcurrentLinkedQueue", "ConcurrentSkipListMap",
                                           "ConcurrentSkipListSet", "LinkedBlockingDeque", "LinkedBlockingQueue",
                                           "LinkedTransferQueue", "PriorityBlockingQueue" };
/* clang-format on */

/* `stays` is said, never written as a successor; an operation that reads has no other successor. */
static void what_reads_leaves_every_state_as_it_is(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT(drawn_specs); s++) {
        struct written w;
        struct ln_possible possible;
        struct drawing d = { .rng = { s + 1 } };
        struct ln_next next;
        size_t reads = 0;
        write_history(&w, drawn_specs[s], "");
        d.values = &w.history.values;
        ln_possible_init(&possible, &w.memory);
        ln_next_init(&next, &w.memory);
        for (int i = 0; i < 20000; i++) {
            struct ln_invocation in = draw_invocation(&d, w.spec.class);
            struct ln_state now;
            if (i % 20 == 0 || possible.now.states.length == 0)
                assert_true(ln_possible_start(&possible, &w.spec));
            assert_int_equal(possible.now.states.length, 1);
            now = ln_next_state(&possible.now, 0);
            ln_next_clear(&next);
            w.spec.class->step(&w.spec, now, &in, &next);
            assert_true(next.states.length + next.stays <= 1); /* all classes are deterministic */
            for (size_t j = 0; j < next.states.length; j++) {
                struct ln_state then = ln_next_state(&next, j);
                assert_false(then.length == now.length && memcmp(then.at, now.at, now.length) == 0);
            }
            if (ln_invocation_reads(&w.spec, &in)) {
                assert_int_equal(next.states.length, 0);
                reads += next.stays;
            }
            if (next.states.length)
                assert_true(ln_possible_step(&possible, &w.spec, &in));
        }
        assert_true(reads > 100);
        ln_next_fini(&next);
        ln_possible_fini(&possible);
        written_fini(&w);
    }
}

static void a_product_is_its_objects_side_by_side(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT(drawn_specs); s++) {
        struct written w;
        struct ln_possible whole, parts[3];
        struct ln_spec product;
        struct drawing d = { .rng = { s + 100 } };
        size_t accepted = 0, refused = 0;
        write_history(&w, drawn_specs[s], "");
        if (w.spec.class->keyed) {
            written_fini(&w);
            continue;
        }
        product = ln_spec_product(&w.spec);
        d.values = &w.history.values;
        ln_possible_init(&whole, &w.memory);
        for (size_t k = 0; k < 3; k++)
            ln_possible_init(&parts[k], &w.memory);
        for (int i = 0; i < 5000; i++) {
            struct ln_invocation in = draw_invocation(&d, w.spec.class);
            struct ln_possible *part = &parts[ln_value_int(d.values, in.key)];
            bool waits, would_wait;
            if (i == 0 || whole.now.states.length == 0 || i % 25 == 0) {
                assert_true(ln_possible_start(&whole, &product));
                for (size_t k = 0; k < 3; k++)
                    assert_true(ln_possible_start(&parts[k], &w.spec));
            }
            waits = product.class->blocks(&product, ln_next_state(&whole.now, 0), &in);
            would_wait = w.spec.class->blocks && w.spec.class->blocks(&w.spec, ln_next_state(&part->now, 0), &in);
            assert_int_equal(waits, would_wait);
            assert_int_equal(ln_invocation_reads(&product, &in), ln_invocation_reads(&w.spec, &in));
            assert_true(ln_possible_step(&whole, &product, &in));
            assert_true(ln_possible_step(part, &w.spec, &in));
            assert_int_equal(whole.now.states.length, part->now.states.length);
            accepted += whole.now.states.length;
            refused += !whole.now.states.length;
        }
        assert_true(accepted > 100 && refused > 100);
        ln_possible_fini(&whole);
        for (size_t k = 0; k < 3; k++)
            ln_possible_fini(&parts[k]);
        written_fini(&w);
    }
}

static void a_product_writes_the_objects_that_have_moved(void **state)
{
    struct written w;
    struct ln_spec product;
    struct ln_possible possible;
    struct ln_str text;
    (void)state;
    write_history(&w, "queue", "y.enq(1) x.enq(2) x.enq(3) y.deq()->1 z.deq()->null");
    product = ln_spec_product(&w.spec);
    assert_true(ln_spec_several_objects(&w.spec, &w.history));
    assert_false(ln_spec_several_objects(&product, &w.history));
    ln_possible_init(&possible, &w.memory);
    ln_str_init(&text, &w.memory);
    assert_true(ln_possible_start(&possible, &product));
    for (uint32_t i = 0; i < 5; i++) {
        struct ln_invocation in = ln_invocation_of(&w.history, i);
        assert_true(ln_possible_step(&possible, &product, &in));
    }
    write_possible(&w, &product, &possible, &text);
    assert_string_equal(ln_str_borrow(&text), "\"x\": [2, 3], \"y\": []");
    ln_str_fini(&text);
    ln_possible_fini(&possible);
    written_fini(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_class_accepts_what_it_should_and_nothing_else),
        cmocka_unit_test(operations_wait_where_the_spec_says_so),
        cmocka_unit_test(classes_say_what_can_be_left_out_and_taken_apart),
        cmocka_unit_test(what_reads_leaves_every_state_as_it_is),
        cmocka_unit_test(a_product_is_its_objects_side_by_side),
        cmocka_unit_test(a_product_writes_the_objects_that_have_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
