/* The picture of an interleaving: what it looks like, and that it keeps within the page whatever the rows say. */
#include "../support/written_history.h"

#include "report/interleaving.h"
#include "report/letters.h"

static const struct ln_style utf8 = { .utf8 = true, .width = 80 }, ascii = { .width = 80 };
static const char *const names[] = { "thread 1", "thread 2", "thread 3", "thread 4", "thread 5" };

/* clang-format off */
#define CALL(thread, text) { thread, LN_ROW_CALL, NULL, text, false, false }
#define RETURN(thread, text) { thread, LN_ROW_RETURN, NULL, text, false, false }
#define STEP(thread, place, text) { thread, LN_ROW_STEP, place, text, false, false }
#define DULL(thread, place, text) { thread, LN_ROW_STEP, place, text, false, true }
#define SWITCH(thread, place, text) { thread, LN_ROW_STEP, place, text, true, false }
/* clang-format on */

static void draw(const struct ln_row *rows, size_t count, uint32_t threads, const struct ln_style *style,
                 struct ln_memory *memory, struct ln_str *out)
{
    ln_memory_init(memory, UINT64_MAX);
    ln_str_init(out, memory);
    ln_report_interleaving(rows, count, names, threads, style, out);
    assert_false(out->failed);
}

static void expect(const struct ln_row *rows, size_t count, uint32_t threads, const struct ln_style *style,
                   const char *expected)
{
    struct ln_memory memory;
    struct ln_str out;
    draw(rows, count, threads, style, &memory, &out);
    assert_string_equal(ln_str_borrow(&out), expected);
    ln_str_fini(&out);
    assert_int_equal(memory.used, 0);
}

static const struct ln_row aba[] = {
    CALL(0, "push(1)"),
    DULL(0, "stack.c:12", "malloc(16) -> n1"),
    DULL(0, "stack.c:13", "n1->value = 1"),
    DULL(0, "stack.c:14", "n1->next = NULL"),
    STEP(0, "stack.c:16", "s->top -> NULL"),
    { 1, LN_ROW_CALL, NULL, "pop()", true, false },
    STEP(1, "stack.c:23", "s->top -> n2"),
    SWITCH(0, "stack.c:18", "CAS(&s->top, NULL, n1) -> true"),
    RETURN(0, "push(1)"),
    STEP(1, "stack.c:27", "CAS(&s->top, n2, NULL) -> false"),
    RETURN(1, "pop() -> null"),
};

static const struct ln_row three[] = {
    CALL(0, "lock()"),
    STEP(0, "lock.c:9", "CAS(&l->owner, 0, 1) -> true"),
    CALL(1, "lock()"),
    STEP(1, "lock.c:9", "CAS(&l->owner, 0, 2) -> false"),
    { 1, LN_ROW_BLOCKED, "lock.c:11", "waits for the lock l->mutex for ever", false, false },
    { 2, LN_ROW_CALL, NULL, "unlock()", true, false },
    STEP(2, "lock.c:20", "l->owner = 0"),
    SWITCH(0, "lock.c:14", "l->count = 1"),
    { 0, LN_ROW_FAULT, "lock.c:15", "reads n3, which was freed", false, false },
};

static const struct ln_row four[] = {
    CALL(3, "enq(1)"),
    STEP(3, "a_very_long_name_of_a_file.c:1041", "CAS(&q->tail->next.pointer, NULL, n1) -> false (spurious)"),
    SWITCH(0, "q.c:1", "outside of any operation"),
    { 2, LN_ROW_CALL, NULL, "deq()", true, false },
    DULL(2, "q.c:2", "alone -> 1"),
    STEP(2, "q.c:3", "q->head -> n1"),
    DULL(2, "q.c:4", "first -> 1"),
    DULL(2, "q.c:5", "second -> 1"),
    { 2, LN_ROW_STEP, "q.c:6", "a preemption ends a fold", true, true },
    RETURN(2, "deq() -> a_result_without_any_space_that_is_longer_than_a_line_has_room_for_and_goes_on_below"),
    { 1, LN_ROW_STEP, "q.c:7", "dull, and of another thread", true, true },
    STEP(1, NULL, "without a place"),
};

static const struct ln_style narrow = { .utf8 = true, .width = 60 }, ascii_narrow = { .width = 40 };
static const struct ln_style wide = { .utf8 = true, .width = 120 };
static const struct ln_style coloured = { .utf8 = true, .width = 80, .colour = true };

static void two_threads_stand_side_by_side(void **state)
{
    (void)state;
    expect(aba, COUNT(aba), 2, &utf8,
           "              thread 1                         thread 2\n"
           "              ╭ push(1)\n"
           "              │ … 3 steps\n"
           "  stack.c:16  │ s->top → NULL\n"
           "              ├╌╌╌╌╌╌╌╌╌╌ preempted ╌╌╌╌╌╌╌╌╌╌▶\n"
           "              │                                ╭ pop()\n"
           "  stack.c:23  │                                │ s->top → n2\n"
           "              │◀╌╌╌╌╌╌╌╌╌ preempted ╌╌╌╌╌╌╌╌╌╌╌┤\n"
           "  stack.c:18  │ CAS(&s->top, NULL, n1) → true  │\n"
           "              ╰ push(1)                        │\n"
           "  stack.c:27                                   │ CAS(&s->top, n2, NULL) → false\n"
           "                                               ╰ pop() → null\n");
    expect(aba, COUNT(aba), 2, &ascii,
           "              thread 1                          thread 2\n"
           "              / push(1)\n"
           "              | ... 3 steps\n"
           "  stack.c:16  | s->top -> NULL\n"
           "              |---------- preempted ----------->\n"
           "              |                                 / pop()\n"
           "  stack.c:23  |                                 | s->top -> n2\n"
           "              |<--------- preempted ------------|\n"
           "  stack.c:18  | CAS(&s->top, NULL, n1) -> true  |\n"
           "              \\ push(1)                         |\n"
           "  stack.c:27                                    | CAS(&s->top, n2, NULL)\n"
           "                                                |   -> false\n"
           "                                                \\ pop() -> null\n");
}

static void where_there_is_no_room_the_bars_stand_close(void **state)
{
    (void)state;
    expect(aba, COUNT(aba), 2, &narrow,
           "              thread 1\n"
           "              │ thread 2\n"
           "              ╭    push(1)\n"
           "              ●    … 3 steps\n"
           "  stack.c:16  ●    s->top → NULL\n"
           "              ├▶   preempted\n"
           "              │ ╭  pop()\n"
           "  stack.c:23  │ ●  s->top → n2\n"
           "              │◀┤  preempted\n"
           "  stack.c:18  ● │  CAS(&s->top, NULL, n1) → true\n"
           "              ╰ │  push(1)\n"
           "  stack.c:27    ●  CAS(&s->top, n2, NULL) → false\n"
           "                ╰  pop() → null\n");
    expect(three, COUNT(three), 3, &utf8,
           "             thread 1\n"
           "             │ thread 2\n"
           "             │ │ thread 3\n"
           "             ╭      lock()\n"
           "  lock.c:9   ●      CAS(&l->owner, 0, 1) → true\n"
           "             │ ╭    lock()\n"
           "  lock.c:9   │ ●    CAS(&l->owner, 0, 2) → false\n"
           "  lock.c:11  │ ✗    waits for the lock l->mutex for ever\n"
           "             │ ├▶   preempted\n"
           "             │ │ ╭  unlock()\n"
           "  lock.c:20  │ │ ●  l->owner = 0\n"
           "             │◀┼╌┤  preempted\n"
           "  lock.c:14  ● │ │  l->count = 1\n"
           "  lock.c:15  ✗ │ │  reads n3, which was freed\n");
    expect(three, COUNT(three), 3, &ascii_narrow,
           "             thread 1\n"
           "             | thread 2\n"
           "             | | thread 3\n"
           "             /      lock()\n"
           "  lock.c:9   *      CAS(&l->owner, 0, 1)\n"
           "             |        -> true\n"
           "             | /    lock()\n"
           "  lock.c:9   | *    CAS(&l->owner, 0, 2)\n"
           "             | |      -> false\n"
           "  lock.c:11  | x    waits for the lock\n"
           "             | |      l->mutex for ever\n"
           "             | |>   preempted\n"
           "             | | /  unlock()\n"
           "  lock.c:20  | | *  l->owner = 0\n"
           "             |<+-|  preempted\n"
           "  lock.c:14  * | |  l->count = 1\n"
           "  lock.c:15  x | |  reads n3, which was\n"
           "             | | |    freed\n");
    expect(four, COUNT(four), 4, &utf8,
           "                        thread 1\n"
           "                        │ thread 2\n"
           "                        │ │ thread 3\n"
           "                        │ │ │ thread 4\n"
           "                              ╭  enq(1)\n"
           "  a_very_lo…ile.c:1041        ●  CAS(&q->tail->next.pointer, NULL, n1) → false\n"
           "                              │    (spurious)\n"
           "                         ◀╌╌╌╌┤  preempted\n"
           "  q.c:1                 ●     │  outside of any operation\n"
           "                        ├╌╌▶  │  preempted\n"
           "                            ╭ │  deq()\n"
           "  q.c:2                     ● │  alone → 1\n"
           "  q.c:3                     ● │  q->head → n1\n"
           "                            ● │  … 2 steps\n"
           "  q.c:6                     ● │  a preemption ends a fold\n"
           "                            ╰ │  deq() → a_result_without_any_space_that_is_long\n"
           "                              │    er_than_a_line_has_room_for_and_goes_on_below\n"
           "                           ◀┤ │  switched\n"
           "  q.c:7                   ●   │  dull, and of another thread\n"
           "                          ●   │  without a place\n");
}

static void a_wide_page_is_used(void **state)
{
    (void)state;
    expect(three, COUNT(three), 3, &wide,
           "             thread 1                       thread 2                                thread 3\n"
           "             ╭ lock()\n"
           "  lock.c:9   │ CAS(&l->owner, 0, 1) → true\n"
           "             │                              ╭ lock()\n"
           "  lock.c:9   │                              │ CAS(&l->owner, 0, 2) → false\n"
           "  lock.c:11  │                              ✗ waits for the lock l->mutex for ever\n"
           "             │                              ├╌╌╌╌╌╌╌╌╌╌╌╌╌ preempted ╌╌╌╌╌╌╌╌╌╌╌╌╌╌▶\n"
           "             │                              │                                       ╭ unlock()\n"
           "  lock.c:20  │                              │                                       │ l->owner = 0\n"
           "             │◀╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌ preempted ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤\n"
           "  lock.c:14  │ l->count = 1                 │                                       │\n"
           "  lock.c:15  ✗ reads n3, which was freed    │                                       │\n");
}

static void what_matters_has_colour(void **state)
{
    (void)state;
    expect(aba, COUNT(aba), 2, &coloured,
           "              \033[1mthread 1\033[0m                         \033[1mthread 2\033[0m\n"
           "              \033[1m╭\033[0m \033[1mpush(1)\033[0m\n"
           "              \033[2m│\033[0m \033[2m… 3 steps\033[0m\n"
           "  \033[2mstack.c:16\033[0m  │ s->top → NULL\n"
           "              \033[33m├╌╌╌╌╌╌╌╌╌╌ preempted ╌╌╌╌╌╌╌╌╌╌▶\033[0m\n"
           "              \033[2m│\033[0m                                \033[1m╭\033[0m \033[1mpop()\033[0m\n"
           "  \033[2mstack.c:23\033[0m  \033[2m│\033[0m                                │ s->top → n2\n"
           "              \033[2m│\033[0m\033[33m◀╌╌╌╌╌╌╌╌╌ preempted ╌╌╌╌╌╌╌╌╌╌╌┤\033[0m\n"
           "  \033[2mstack.c:18\033[0m  │ CAS(&s->top, NULL, n1) → true  \033[2m│\033[0m\n"
           "              \033[1m╰\033[0m \033[1mpush(1)\033[0m                        \033[2m│\033[0m\n"
           "  \033[2mstack.c:27\033[0m                                   │ CAS(&s->top, n2, NULL) → false\n"
           "                                               \033[1m╰\033[0m \033[1mpop() → null\033[0m\n");
    expect(three, COUNT(three), 3, &coloured,
           "             \033[1mthread 1\033[0m\n"
           "             \033[2m│\033[0m \033[1mthread 2\033[0m\n"
           "             \033[2m│\033[0m \033[2m│\033[0m \033[1mthread 3\033[0m\n"
           "             \033[1m╭\033[0m      \033[1mlock()\033[0m\n"
           "  \033[2mlock.c:9\033[0m   ●      CAS(&l->owner, 0, 1) → true\n"
           "             \033[2m│\033[0m \033[1m╭\033[0m    \033[1mlock()\033[0m\n"
           "  \033[2mlock.c:9\033[0m   \033[2m│\033[0m ●    CAS(&l->owner, 0, 2) → false\n"
           "  \033[2mlock.c:11\033[0m  \033[2m│\033[0m \033[1;31m✗\033[0m    \033[1;31mwaits for the lock l->mutex for "
           "ever\033[0m\n"
           "             \033[2m│\033[0m \033[33m├▶\033[0m   \033[33mpreempted\033[0m\n"
           "             \033[2m│\033[0m \033[2m│\033[0m \033[1m╭\033[0m  \033[1munlock()\033[0m\n"
           "  \033[2mlock.c:20\033[0m  \033[2m│\033[0m \033[2m│\033[0m ●  l->owner = 0\n"
           "             \033[2m│\033[0m\033[33m◀┼╌┤\033[0m  \033[33mpreempted\033[0m\n"
           "  \033[2mlock.c:14\033[0m  ● \033[2m│\033[0m \033[2m│\033[0m  l->count = 1\n"
           "  \033[2mlock.c:15\033[0m  \033[1;31m✗\033[0m \033[2m│\033[0m \033[2m│\033[0m  \033[1;31mreads n3, which "
           "was freed\033[0m\n");
}

static void no_rows_are_only_names(void **state)
{
    (void)state;
    expect(NULL, 0, 2, &utf8, "  thread 1         thread 2\n");
}

static void expect_within(const char *text, size_t width)
{
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
        size_t length = (size_t)(end - text);
        if (ln_letters_columns(text, length) > width)
            fail_msg("wider than %zu: %.*s", width, (int)length, text);
        if (length && text[length - 1] == ' ')
            fail_msg("ends in a space: %.*s", (int)length, text);
    }
    assert_string_equal(text, "");
}

/* Random rows with texts of every length; some letters are wide and some words do not fit anywhere. */
static void no_line_is_wider_than_the_page(void **state)
{
    static const char *const words[] = {
        "CAS(&s->top,", "n1,",      "-> true", "x",
        "->",           "日本語の", "…",       "an_identifier_that_is_much_longer_than_a_column_has_room_for",
        "\x80\n",       ""
    };
    struct ln_rng rng = { 1 };
    (void)state;
    for (int round = 0; round < 2000; round++) {
        uint32_t threads = 1 + ln_rng_below(&rng, COUNT(names));
        struct ln_style style = { .utf8 = round & 1, .width = LN_INTERLEAVING_NARROWEST + 3 * threads };
        struct ln_row rows[12];
        char texts[COUNT(rows)][400];
        struct ln_memory memory;
        struct ln_str out;
        style.width += ln_rng_below(&rng, 150);
        for (size_t i = 0; i < COUNT(rows); i++) {
            texts[i][0] = '\0';
            for (uint32_t left = ln_rng_below(&rng, 5); left--;)
                strcat(strcat(texts[i], words[ln_rng_below(&rng, COUNT(words))]), " ");
            rows[i] = (struct ln_row){ ln_rng_below(&rng, threads),
                                       (enum ln_row_kind)ln_rng_below(&rng, 5),
                                       i & 1 ? "a_long_place_in_the_source.c:12" : NULL,
                                       texts[i],
                                       ln_rng_below(&rng, 3) == 0,
                                       ln_rng_below(&rng, 3) == 0 };
        }
        draw(rows, COUNT(rows), threads, &style, &memory, &out);
        expect_within(ln_str_borrow(&out), style.width);
        ln_str_fini(&out);
    }
}

static void refused_memory_is_told(void **state)
{
    struct ln_memory memory;
    struct ln_str out;
    bool failed = true;
    (void)state;
    for (int64_t k = 0; failed; k++) {
        ln_memory_init(&memory, UINT64_MAX);
        memory.fail_after = k;
        ln_str_init(&out, &memory);
        ln_report_interleaving(aba, COUNT(aba), names, 2, &utf8, &out);
        failed = out.failed;
        assert_true(failed || k > 10);
        ln_str_fini(&out);
        assert_int_equal(memory.used, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_threads_stand_side_by_side),
        cmocka_unit_test(where_there_is_no_room_the_bars_stand_close),
        cmocka_unit_test(a_wide_page_is_used),
        cmocka_unit_test(what_matters_has_colour),
        cmocka_unit_test(no_rows_are_only_names),
        cmocka_unit_test(no_line_is_wider_than_the_page),
        cmocka_unit_test(refused_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
