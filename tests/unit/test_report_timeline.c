/* Timelines: how a layout looks in the terminal. */
#include "../support/written_history.h"

#include "report/timeline.h"

#include <ctype.h>

#define BOLD "\033[1;31m"
#define FAINT "\033[2m"
#define PLAIN "\033[0m"

/* The whole history; `flags` has a letter per operation: m marked, o optional, b both, digits its order, - nothing. */
static void expect_picture(const char *operations, const char *flags, const struct ln_layout_options *options,
                           bool colour, const char *expected)
{
    struct ln_scene_op scene[16] = { { 0 } };
    struct ln_str out;
    struct written w;
    write_history(&w, NULL, operations);
    for (uint32_t i = 0; i < w.history.operations.length; i++)
        scene[i] = (struct ln_scene_op){ .operation = i,
                                         .order = isdigit(flags[i]) ? (uint32_t)flags[i] - '0' : 0,
                                         .marked = flags[i] == 'm' || flags[i] == 'b',
                                         .optional = flags[i] == 'o' || flags[i] == 'b' };
    ln_str_init(&out, &w.memory);
    assert_int_equal(ln_timeline_write(&w.history, scene, w.history.operations.length, options, colour, &out), LN_OK);
    assert_string_equal(ln_str_borrow(&out), expected);
    ln_str_fini(&out);
    written_fini(&w);
}

static const struct ln_layout_options utf8 = { .width = 80, .utf8 = true }, ascii = { .width = 80 };

static void every_kind_of_bar_has_its_look(void **state)
{
    static const char operations[] = "a:enq(1)@0-3 b:deq()->1@1-5 cc:enq(2)@2- d:enq(3)@2- e:enq(4)@4-6";
    (void)state;
    expect_picture(operations, "2mobo", &utf8, false,
                   "  a   ├─ 2 enq(1) ─┤\n"
                   "  b   ┣━ deq() → 1 ━━━━━━━━━━━━━┫\n"
                   "  cc  ├╌ enq(2) ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌…\n"
                   "  d   ┣╍ enq(3) ╍╍╍╍╍╍╍╍╍╍╍╍╍╍╍╍╍╍…\n"
                   "  e                  ├╌ enq(4) ╌┤\n");
    expect_picture(operations, "2mobo", &ascii, false,
                   "  a   |- 2 enq(1) -|\n"
                   "  b   #= deq() -> 1 ============#\n"
                   "  cc  |. enq(2) ...................\n"
                   "  d   #: enq(3) ::::::::::::::::...\n"
                   "  e                  |. enq(4) .|\n");
}

static void joined_bars_share_their_end(void **state)
{
    static const char operations[] = "0:a()@0-5 0:b()@5-9 1:c()@0-5 1:d()@5-9";
    (void)state;
    expect_picture(operations, "---m", &utf8, false,
                   "  0  ├─ a() ─┼─ b() ─┤\n"
                   "  1  ├─ c() ─╋━ d() ━┫\n");
    expect_picture(operations, "---m", &ascii, false,
                   "  0  |- a() -|- b() -|\n"
                   "  1  |- c() -#= d() =#\n");
}

static void bands_follow_each_other(void **state)
{
    static const char operations[] = "0:put(1)@0-1 1:long()->[1,2,3]@0-9 0:put(2)@2-3 0:put(3)@4-5";
    struct ln_layout_options narrow = { .width = 40, .utf8 = true };
    (void)state;
    expect_picture(operations, "----", &narrow, false,
                   "  0  ├─ put(1) ─┤ ├─ put(2) ─┤\n"
                   "  1  ├─ long() → [1,2,3] ──────»\n"
                   "\n"
                   "  0    ├─ put(3) ─┤\n"
                   "  1  »────────────┤\n");
    narrow.utf8 = false;
    expect_picture(operations, "----", &narrow, false,
                   "  0  |- put(1) -| |- put(2) -|\n"
                   "  1  |- long() -> [1,2,3] ----->\n"
                   "\n"
                   "  0    |- put(3) -|\n"
                   "  1  >------------|\n");
}

static void colour_is_for_lines_and_what_is_marked(void **state)
{
    (void)state;
    expect_picture("0:a()@0-1 1:b()@0-1", "-m", &utf8, true,
                   "  0  " FAINT "├─" PLAIN " a() " FAINT "─┤" PLAIN "\n"
                   "  1  " BOLD "┣━ b() ━┫" PLAIN "\n");
}

static void a_picture_without_memory_fails(void **state)
{
    struct ln_scene_op scene[] = { { .operation = 0 }, { .operation = 1 } };
    enum ln_status status = LN_NO_MEMORY;
    struct written w;
    (void)state;
    write_history(&w, NULL, "0:a()@0-1 1:b()@0-");
    for (int64_t k = 0; status; k++) {
        struct ln_memory memory;
        struct ln_str out;
        ln_memory_init(&memory, UINT64_MAX);
        memory.fail_after = k;
        ln_str_init(&out, &memory);
        status = ln_timeline_write(&w.history, scene, 2, &utf8, true, &out);
        assert_int_equal(status, memory.fail_after < 0 ? LN_NO_MEMORY : LN_OK);
        ln_str_fini(&out);
        assert_int_equal(memory.used, 0);
    }
    written_fini(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_bar_has_its_look), cmocka_unit_test(joined_bars_share_their_end),
        cmocka_unit_test(bands_follow_each_other),        cmocka_unit_test(colour_is_for_lines_and_what_is_marked),
        cmocka_unit_test(a_picture_without_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
