/* What a class answers in a state, its step accepts there; and where it has no answer, nothing is accepted. */
#include "../support/written_history.h"

#include "spec/possible_states.h"

enum { MOST_ARGS = 8 };

static ln_value drawn_transaction(struct ln_values *values, struct ln_rng *rng)
{
    size_t count = ln_rng_below(rng, 4);
    ln_value list[4], transaction;
    for (size_t i = 0; i < count; i++) {
        bool writes = ln_rng_below(rng, 2);
        ln_value parts[3] = { LN_VALUE_NULL, ln_small(ln_rng_below(rng, 3)), ln_small(ln_rng_below(rng, 3)) };
        assert_int_equal(ln_values_string(values, writes ? "write" : "r", writes ? 5 : 1, &parts[0]), LN_OK);
        assert_int_equal(ln_values_list(values, parts, writes ? 3 : 2, &list[i]), LN_OK);
    }
    assert_int_equal(ln_values_list(values, list, count, &transaction), LN_OK);
    return transaction;
}

static ln_value drawn_value(struct ln_values *values, const struct ln_method *method, struct ln_rng *rng)
{
    static const char *const texts[] = { "a", "bc", "", "longer than a word" };
    const char *text = texts[ln_rng_below(rng, COUNT(texts))];
    ln_value value = ln_small((int64_t)ln_rng_below(rng, 4) - 1);
    switch ((enum ln_takes)method->takes) {
    case LN_TAKES_INTEGER: return value;
    case LN_TAKES_TRANSACTION: return drawn_transaction(values, rng);
    case LN_TAKES_ANY:
    case LN_TAKES_NOT_NULL:
        if (ln_rng_below(rng, 3))
            return value;
        break;
    case LN_TAKES_STRING: break;
    }
    assert_int_equal(ln_values_string(values, text, strlen(text), &value), LN_OK);
    return value;
}

/* An invocation as binding leaves it, without a result. */
static struct ln_invocation draw(struct written *w, ln_value *args, struct ln_rng *rng)
{
    const struct ln_spec_class *class = w->spec.class;
    uint16_t number = (uint16_t)ln_rng_below(rng, (uint32_t) class->method_count);
    const struct ln_method *method = &class->methods[number];
    size_t arity = method->least + ln_rng_below(rng, method->most - method->least + 1U);
    assert_true(method->most <= MOST_ARGS);
    for (size_t i = 0; i < method->most; i++)
        args[i] = i < arity ? drawn_value(&w->history.values, method, rng) : LN_VALUE_NONE;
    return (struct ln_invocation){ .values = &w->history.values,
                                   .args = args,
                                   .key = ln_small(ln_rng_below(rng, 3)),
                                   .result = LN_VALUE_UNKNOWN,
                                   .method = number };
}

static bool possible(const struct written *w, struct ln_state state, const struct ln_invocation *in,
                     struct ln_next *next)
{
    ln_next_clear(next);
    w->spec.class->step(&w->spec, state, in, next);
    return next->stays || next->states.length;
}

/* Of the states that the operation may lead to, one is drawn. */
static void go_on(struct ln_next *now, struct ln_next *next, struct ln_rng *rng)
{
    struct ln_state then;
    void *to;
    if (next->states.length == 0)
        return;
    then = ln_next_state(next, ln_rng_below(rng, (uint32_t)next->states.length));
    ln_next_clear(now);
    to = ln_next_add(now, then.length);
    assert_non_null(to);
    if (then.length)
        memcpy(to, then.at, then.length);
}

static void expect_answers(const char *spec, uint64_t seed)
{
    struct written w;
    struct ln_next now, next;
    struct ln_rng rng = { seed };
    size_t answered = 0;
    write_history(&w, spec, "");
    ln_next_init(&now, &w.memory);
    ln_next_init(&next, &w.memory);
    assert_non_null(w.spec.class->answer);
    for (int i = 0; i < 20000; i++) {
        ln_value args[MOST_ARGS], result;
        struct ln_invocation in = draw(&w, args, &rng);
        if (i % 40 == 0) {
            ln_next_clear(&now);
            w.spec.class->initial(&w.spec, &now);
        }
        result = w.spec.class->answer(&w.spec, ln_next_state(&now, 0), &in, &w.history.values);
        if (ln_same(result, LN_VALUE_UNKNOWN)) {
            if (possible(&w, ln_next_state(&now, 0), &in, &next))
                fail_msg("%s: %s is possible, but has no answer", spec, w.spec.class->methods[in.method].name);
            continue;
        }
        in.result = result;
        if (!possible(&w, ln_next_state(&now, 0), &in, &next))
            fail_msg("%s: the answer of %s is refused", spec, w.spec.class->methods[in.method].name);
        answered++;
        go_on(&now, &next, &rng);
    }
    assert_true(answered > 5000);
    ln_next_fini(&now);
    ln_next_fini(&next);
    written_fini(&w);
}

static void every_class_accepts_its_own_answers(void **state)
{
    (void)state;
    for (size_t c = 0; ln_spec_class_at(c); c++)
        expect_answers(ln_spec_class_at(c)->name, c);
}

static void parameters_do_not_matter(void **state)
{
    static const char *const specs[] = { "register:initial=0",
                                         "multi-register:initial=0",
                                         "kv:missing=\"\"",
                                         "queue:capacity=2",
                                         "bounded-queue:capacity=3",
                                         "semaphore:permits=3",
                                         "countdown:count=5",
                                         "snapshot:size=3",
                                         "ArrayBlockingQueue:capacity=3",
                                         "LinkedBlockingDeque:capacity=1" };
    (void)state;
    for (size_t i = 0; i < COUNT(specs); i++)
        expect_answers(specs[i], i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_class_accepts_its_own_answers),
        cmocka_unit_test(parameters_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
