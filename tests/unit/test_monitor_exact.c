#include "monitor/exact.h"

#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct watch {
    struct ln_memory memory;
    struct ln_values values;
    struct ln_spec spec;
    struct ln_exact *exact;
    const char *declined;
};

static void watch_init(struct watch *w, const char *spec)
{
    struct ln_error error;
    ln_memory_init(&w->memory, UINT64_MAX);
    ln_values_init(&w->values, &w->memory);
    assert_int_equal(ln_spec_parse(&w->spec, spec, &w->values, &error), LN_OK);
    assert_int_equal(ln_exact_new(&w->exact, &w->spec, &w->memory, &w->declined), LN_OK);
}

static void watch_fini(struct watch *w)
{
    ln_exact_free(w->exact);
    ln_values_fini(&w->values);
    assert_int_equal(w->memory.used, 0);
}

/* Events, one after the other: `0:enq(1)` calls, `0->2` returns; 0 is the ticket. null, ? and false are values too. */
static enum ln_status tell(struct watch *w, const char *text)
{
    enum ln_status status = LN_OK;
    while (*text && !status) {
        char name[16] = "", value[16] = "";
        unsigned ticket;
        int used = 0;
        ln_value what = LN_VALUE_NONE;
        if (sscanf(text, " %u:%15[a-z](%15[^)])%n", &ticket, name, value, &used) < 3 || !used)
            if (sscanf(text, " %u:%15[a-z]()%n", &ticket, name, &used) < 2 || !used)
                assert_true(sscanf(text, " %u->%15s%n", &ticket, value, &used) == 2 && used);
        if (*value)
            what = ln_small(strtol(value, NULL, 10));
        if (strcmp(value, "null") == 0)
            what = LN_VALUE_NULL;
        if (strcmp(value, "?") == 0)
            what = LN_VALUE_UNKNOWN;
        if (strcmp(value, "false") == 0)
            what = LN_VALUE_FALSE;
        if (*name) {
            uint16_t method = 0;
            while (strcmp(w->spec.class->methods[method].name, name) != 0)
                assert_true(++method < w->spec.class->method_count);
            status = ln_exact_call(w->exact, ticket, method, &what);
        } else {
            status = ln_exact_return(w->exact, ticket, what);
        }
        text += used;
        text += strspn(text, " ");
    }
    return status;
}

static void objects_without_an_incremental_form_are_declined(void **state)
{
    static const char *const cases[][2] = {
        { "stack", "this object has no incremental form" },
        { "priority-queue", "this object has no incremental form" },
        { "set", "this object has no incremental form" },
        { "counter", "no pattern is known for this object" },
        { "kv", "it is about several keys" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct watch w;
        watch_init(&w, cases[i][0]);
        assert_null(w.exact);
        assert_string_equal(w.declined, cases[i][1]);
        watch_fini(&w);
    }
}

static void what_is_not_of_this_kind_is_unknown_from_then_on(void **state)
{
    static const char *const cases[][3] = {
        { "queue", "0:enq(1) 1:enq(1)", "a value is inserted twice" },
        { "queue", "0:enq(1) 0->null 0:enq(1)", "a value is inserted twice" },
        { "queue", "0:deq() 0->?", "a result is not known" },
        { "queue", "0:enq(1) 0->null 0:peek() 0->1", "a value was looked at" },
        { "queue:capacity=1", "0:enq(1) 0->null 0:enq(2)", "the object may be full" },
        { "queue:capacity=1", "0:enq(1) 0->false", "the object may be full" },
        { "register", "0:write(null)", "a value is inserted twice" },
        { "cas-register", "0:cas(1)", "it has operations that no pattern covers" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct watch w;
        watch_init(&w, cases[i][0]);
        for (unsigned again = 0; again < 2; again++) {
            assert_int_equal(tell(&w, again ? "7->9" : cases[i][1]), LN_OK);
            assert_int_equal(ln_exact_verdict(w.exact).verdict, LN_UNKNOWN);
            assert_string_equal(ln_exact_verdict(w.exact).declined, cases[i][2]);
        }
        watch_fini(&w);
    }
}

/* Each history is violated by its last return and not before. */
static const struct {
    const char *spec, *before, *last, *pattern;
    uint32_t tickets[LN_EXACT_TICKETS];
    size_t count;
} violations[] = {
    { "queue", "1:deq() 2:enq(5)", "1->6", "BP1", { 1 }, 1 },
    { "queue", "1:enq(5) 2:deq() 3:deq() 2->5", "3->5", "BP1'", { 3, 1 }, 2 },
    { "queue", "1:enq(1) 1->null 2:enq(2) 2->null 3:deq()", "3->2", "BP2", { 3, 1 }, 2 },
    { "queue", "1:enq(1) 1->null 2:enq(2) 2->null 3:deq() 4:deq() 3->2", "4->null", "BP3", { 4, 1 }, 2 },
    { "queue",
      "1:enq(1) 1->null 2:enq(2) 2->null 3:deq() 4:deq() 3->2 5:enq(9) 5->null 6:deq()",
      "4->9",
      "BP2",
      { 4, 3, 1 },
      3 },
    { "queue", "1:enq(1) 1->null 2:deq() 3:deq() 3->null 4:enq(2)", "2->2", "BP3", { 2, 3, 1 }, 3 },
    { "queue", "1:take()", "1->null", "BP0", { 1 }, 1 },
    { "queue", "1:enq(1)", "1->false", "BP0", { 1 }, 1 },
    { "bag", "1:add(1) 1->null 2:take()", "2->null", "BP3", { 2, 1 }, 2 },
    { "register", "1:write(1) 1->null 2:read()", "2->null", "BP1", { 2 }, 1 },
    { "register", "1:write(1) 1->null 2:write(2) 2->null 3:read() 4:read() 4->2", "3->1", "BP1", { 3 }, 1 },
    { "register",
      "9:read() 1:write(1) 1->null 2:write(2) 2->null 3:read() 4:read() 4->2",
      "3->1",
      "BP2",
      { 3, 1, 2 },
      3 },
    { "register", "1:read()", "1->4", "BP1", { 1 }, 1 },
};

static void violations_are_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(violations); i++) {
        struct watch w;
        struct ln_exact_verdict said;
        watch_init(&w, violations[i].spec);
        assert_int_equal(tell(&w, violations[i].before), LN_OK);
        assert_int_equal(ln_exact_verdict(w.exact).verdict, LN_HOLDS);
        assert_int_equal(tell(&w, violations[i].last), LN_OK);
        said = ln_exact_verdict(w.exact);
        assert_int_equal(said.verdict, LN_VIOLATED);
        assert_string_equal(said.pattern, violations[i].pattern);
        assert_int_equal(said.ticket_count, violations[i].count);
        for (size_t k = 0; k < said.ticket_count; k++)
            assert_int_equal(said.tickets[k], violations[i].tickets[k]);
        watch_fini(&w);
    }
}

static void tickets_are_checked(void **state)
{
    struct watch w;
    (void)state;
    watch_init(&w, "queue");
    assert_int_equal(tell(&w, "1:enq(1) 1:deq()"), LN_USAGE);
    assert_int_equal(tell(&w, "2->null"), LN_USAGE);
    assert_int_equal(ln_exact_call(w.exact, 3, 99, NULL), LN_USAGE);
    assert_int_equal(tell(&w, "1->null 1:deq() 1->1"), LN_OK);
    assert_int_equal(ln_exact_verdict(w.exact).verdict, LN_HOLDS);
    watch_fini(&w);
}

static void refused_memory_is_unknown_or_right(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(violations); i++) {
        bool failed = true;
        for (int64_t k = 0; failed; k++) {
            struct watch w;
            enum ln_status status;
            watch_init(&w, violations[i].spec);
            ln_exact_free(w.exact);
            w.memory.fail_after = k;
            status = ln_exact_new(&w.exact, &w.spec, &w.memory, &w.declined);
            if (!status)
                status = tell(&w, violations[i].before);
            if (!status)
                status = tell(&w, violations[i].last);
            failed = w.memory.fail_after < 0;
            assert_int_equal(status, failed ? LN_NO_MEMORY : LN_OK);
            if (w.exact)
                assert_int_equal(ln_exact_verdict(w.exact).verdict, failed ? LN_UNKNOWN : LN_VIOLATED);
            w.memory.fail_after = -1;
            watch_fini(&w);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_without_an_incremental_form_are_declined),
        cmocka_unit_test(what_is_not_of_this_kind_is_unknown_from_then_on),
        cmocka_unit_test(violations_are_named),
        cmocka_unit_test(tickets_are_checked),
        cmocka_unit_test(refused_memory_is_unknown_or_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
