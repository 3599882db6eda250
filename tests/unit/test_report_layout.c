/* Layouts of pictures: they show the order of the operations, all of it and nothing else, within the width. */
#include "../support/written_history.h"

#include "report/layout.h"
#include "report/letters.h"

enum { MOST_SCENE = 64 };

static const struct ln_layout_options wide = { .width = 1000, .utf8 = true };

/* Every operation of the history. */
static size_t whole_scene(const struct ln_history *history, struct ln_scene_op *scene)
{
    size_t count = history->operations.length;
    assert_true(count <= MOST_SCENE);
    for (uint32_t i = 0; i < count; i++)
        scene[i] = (struct ln_scene_op){ .operation = i };
    return count;
}

static void lay_out(struct ln_layout *layout, struct written *w, const char *operations,
                    const struct ln_layout_options *options)
{
    struct ln_scene_op scene[MOST_SCENE];
    write_history(w, NULL, operations);
    assert_int_equal(ln_layout_init(layout, &w->history, scene, whole_scene(&w->history, scene), options, &w->memory),
                     LN_OK);
}

static void finish(struct ln_layout *layout, struct written *w)
{
    ln_layout_fini(layout);
    written_fini(w);
}

static void expect_bar(const struct ln_layout *layout, size_t index, uint32_t row, uint32_t first, uint32_t last,
                       const char *label)
{
    const struct ln_layout_bar *bar = &layout->bars.at[index];
    assert_true(index < layout->bars.length);
    assert_string_equal(bar->label, label);
    assert_int_equal(bar->row, row);
    assert_int_equal(bar->first, first);
    assert_int_equal(bar->last, last);
}

/* ---- small pictures ---- */

static void calls_and_returns_share_columns(void **state)
{
    struct ln_layout layout;
    struct written w;
    (void)state;
    lay_out(&layout, &w, "b:enq(1)@0-3 a:deq()->22@1-4 b:enq(3)@6-7", &wide);
    assert_int_equal(layout.rows.length, 2);
    assert_string_equal(layout.rows.at[0].name, "b");
    assert_string_equal(layout.rows.at[1].name, "a");
    assert_int_equal(layout.bands.length, 1);
    assert_int_equal(layout.bars.length, 3);
    expect_bar(&layout, 0, 0, 0, 15, "enq(1)");
    expect_bar(&layout, 1, 0, 17, 28, "enq(3)");
    expect_bar(&layout, 2, 1, 0, 15, "deq() → 22");
    finish(&layout, &w);
}

static void a_long_bar_is_no_longer_than_what_it_spans(void **state)
{
    struct ln_layout layout;
    struct written w;
    (void)state;
    lay_out(&layout, &w, "0:a()@0-9 1:b()@1-2 1:c()@3-4", &wide);
    expect_bar(&layout, 0, 0, 0, 18, "a()");
    expect_bar(&layout, 1, 1, 0, 8, "b()");
    expect_bar(&layout, 2, 1, 10, 18, "c()");
    finish(&layout, &w);
}

static void pending_reaches_to_the_end_and_failed_is_left_out(void **state)
{
    struct ln_layout layout;
    struct written w;
    (void)state;
    lay_out(&layout, &w, "0:a()@0- 1:b()@1-2 2:lost()@1-x 1:c()@3-4", &wide);
    assert_int_equal(layout.rows.length, 2);
    assert_int_equal(layout.bars.length, 3);
    assert_true(layout.bars.at[0].pending);
    assert_false(layout.bars.at[0].to_right);
    assert_true(layout.bars.at[0].last > layout.bars.at[2].last);
    assert_int_equal(layout.bars.at[0].last, layout.bands.at[0].columns - 1);
    finish(&layout, &w);
}

static void touching_operations_of_a_process_are_joined(void **state)
{
    struct ln_layout layout;
    struct written w;
    (void)state;
    lay_out(&layout, &w, "0:a()@0-5 0:b()@5-9 1:c()@0-5 1:d()@5-9", &wide);
    assert_true(w.history.linked);
    expect_bar(&layout, 0, 0, 0, 8, "a()");
    expect_bar(&layout, 1, 0, 8, 16, "b()");
    expect_bar(&layout, 2, 1, 0, 8, "c()");
    expect_bar(&layout, 3, 1, 8, 16, "d()");
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(layout.bars.at[i].joined, i % 2);
    finish(&layout, &w);
}

static void operations_at_one_instant_stand_in_program_order(void **state)
{
    struct ln_layout layout;
    struct written w;
    (void)state;
    lay_out(&layout, &w, "0:a()@5-5 0:b()@5-5 0:c()@5-9 1:d()@0-5 1:e()@5-5", &wide);
    assert_int_equal(layout.rows.length, 2);
    for (size_t i = 1; i < layout.bars.length; i++) {
        const struct ln_layout_bar *left = &layout.bars.at[i - 1], *right = &layout.bars.at[i];
        assert_int_equal(right->joined, left->row == right->row);
        if (right->joined)
            assert_int_equal(left->last, right->first);
    }
    finish(&layout, &w);
}

static void nothing_to_show_has_no_bands(void **state)
{
    struct ln_layout layout;
    struct written w;
    (void)state;
    lay_out(&layout, &w, "", &wide);
    assert_int_equal(layout.bands.length, 0);
    finish(&layout, &w);
    lay_out(&layout, &w, "0:a()@0-x", &wide);
    assert_int_equal(layout.bands.length, 0);
    assert_int_equal(layout.rows.length, 0);
    finish(&layout, &w);
}

/* ---- texts ---- */

static void labels_carry_order_and_number(void **state)
{
    static const char *const expected[] = { "2 #1 deq() → ?", "2 #1 deq() -> ?", "2 deq() → ?", "2 deq() -> ?" };
    (void)state;
    for (size_t i = 0; i < COUNT(expected); i++) {
        struct ln_layout_options options = { .width = 80, .utf8 = i % 2 == 0, .ids = i < 2 };
        struct ln_scene_op scene = { .operation = 1, .order = 2, .marked = i == 0, .optional = i == 1 };
        struct ln_layout layout;
        struct written w;
        write_history(&w, NULL, "0:enq(1)@0-1 1:deq()->?@0-1");
        assert_int_equal(ln_layout_init(&layout, &w.history, &scene, 1, &options, &w.memory), LN_OK);
        assert_string_equal(layout.bars.at[0].label, expected[i]);
        assert_int_equal(layout.bars.at[0].label_columns, ln_letters_columns(expected[i], strlen(expected[i])));
        assert_int_equal(layout.bars.at[0].marked, i == 0);
        assert_int_equal(layout.bars.at[0].optional, i == 1);
        finish(&layout, &w);
    }
}

static void long_labels_keep_their_result(void **state)
{
    struct ln_layout_options options = { .width = 40, .utf8 = false };
    struct ln_layout layout;
    struct written w;
    (void)state;
    lay_out(&layout, &w, "0:write(abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz)->true@0-1", &options);
    expect_bar(&layout, 0, 0, 0, 31, "write(\"abcdefgh... -> true");
    finish(&layout, &w);
    lay_out(&layout, &w, "0:f(abcdefghijklmnopqrst)->abcdefghijklmnopqrst@0-1", &options);
    expect_bar(&layout, 0, 0, 0, 31, "f(\"abcdefg... -> \"abcde...");
    finish(&layout, &w);
    lay_out(&layout, &w, "0:f()->abcdefghijklmnopqrstuvwxyz@0-1", &options);
    expect_bar(&layout, 0, 0, 0, 31, "f() -> \"abcdefghijklmno...");
    finish(&layout, &w);
}

static void long_names_are_cut_in_the_middle(void **state)
{
    char operations[200];
    struct ln_layout layout;
    struct written w;
    (void)state;
    memset(operations, 'x', 60);
    strcpy(operations + 60, "-7:a()@0-1 y:b()@0-1");
    lay_out(&layout, &w, operations, &wide);
    assert_string_equal(layout.rows.at[0].name, "xxxxxxxxxxx…xxxxxxxxxx-7");
    assert_int_equal(layout.rows.at[0].columns, 24);
    assert_int_equal(layout.name_columns, 24);
    assert_int_equal(layout.rows.at[1].columns, 1);
    finish(&layout, &w);
}

static void letters_are_counted_and_cut_whole(void **state)
{
    static const struct {
        const char *text;
        size_t columns;
        const char *in_five, *ends;
    } cases[] = {
        { "abcde", 5, "abcde", "abcde" },
        { "abcdef", 6, "abcd…", "ab…ef" },
        { "éééééé", 6, "éééé…", "éé…éé" },
        { "日本語", 6, "日本…", "日…語" },
        { "a日本語", 7, "a日…", "a…語" },
        { "🙂🙂🙂", 6, "🙂🙂…", "🙂…🙂" },
        { "e\xcc\x81t\xc3\xa9", 3, "e\xcc\x81t\xc3\xa9", "e\xcc\x81t\xc3\xa9" },
        { "a\033[2Jb\n", 7, "a?[2…", "a?…b?" },
        { "\xff\xc3", 2, "??", "??" },
        { "\xe2\x80\xaex", 2, "?x", "?x" },
        { "", 0, "", "" },
    };
    struct ln_memory memory;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct ln_str out;
        ln_str_init(&out, &memory);
        ln_letters_write(&out, cases[i].text, strlen(cases[i].text), 5, "…");
        assert_string_equal(ln_str_borrow(&out), cases[i].in_five);
        ln_str_clear(&out);
        ln_letters_write_ends(&out, cases[i].text, strlen(cases[i].text), 5, "…");
        assert_string_equal(ln_str_borrow(&out), cases[i].ends);
        assert_int_equal(ln_letters_columns(cases[i].text, strlen(cases[i].text)), cases[i].columns);
        ln_str_fini(&out);
    }
}

/* ---- any picture ---- */

/* Where an operation begins and ends: band and column as one number. */
struct place {
    uint64_t first, last;
};

static uint64_t place_of(size_t band, uint32_t column)
{
    return (uint64_t)band << 32 | column;
}

static void expect_band(const struct ln_layout *layout, size_t index, uint32_t width)
{
    const struct ln_layout_band *band = &layout->bands.at[index];
    const struct ln_layout_bar *bars = layout->bars.at + band->first;
    assert_true(band->count > 0);
    assert_true(layout->name_columns + LN_LAYOUT_MARGIN + band->columns <= width);
    for (size_t i = 0; i < band->count; i++) {
        const struct ln_layout_bar *bar = &bars[i];
        assert_true(bar->first < bar->last);
        assert_true(bar->last < band->columns);
        assert_int_equal(bar->label_columns, ln_letters_columns(bar->label, strlen(bar->label)));
        assert_true(bar->label_columns + 6 <= bar->last - bar->first + 1 || (bar->from_left && !*bar->label));
        assert_true(*bar->label || bar->from_left);
        if (bar->from_left)
            assert_int_equal(bar->first, 0);
        if (bar->to_right || bar->pending)
            assert_int_equal(bar->last, band->columns - 1);
        if (i && bars[i - 1].row == bar->row) /* never over each other, and touching only when joined */
            assert_true(bar->joined ? bars[i - 1].last == bar->first : bars[i - 1].last + 1 < bar->first);
        else
            assert_true(!bar->joined && (!i || bars[i - 1].row < bar->row));
    }
}

/* Each operation begins once and, unless it is pending, ends once. */
static void find_places(const struct ln_layout *layout, size_t operations, struct place *places)
{
    memset(places, 0xff, operations * sizeof *places);
    for (size_t b = 0; b < layout->bands.length; b++) {
        const struct ln_layout_band *band = &layout->bands.at[b];
        for (size_t i = band->first; i < band->first + band->count; i++) {
            const struct ln_layout_bar *bar = &layout->bars.at[i];
            struct place *place = &places[bar->operation];
            assert_int_equal(place->first == UINT64_MAX, !bar->from_left);
            assert_true(place->last == UINT64_MAX);
            if (!bar->from_left)
                place->first = place_of(b, bar->first);
            if (!bar->to_right && !bar->pending)
                place->last = place_of(b, bar->last);
        }
    }
}

static void expect_order(const struct ln_history *history, const struct ln_scene_op *scene, size_t count,
                         const struct place *places, bool exact, const char *text)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            uint32_t a = scene[i].operation, b = scene[j].operation;
            bool precedes = ln_history_precedes(history, a, b), drawn = places[a].last < places[b].first;
            bool same = history->operations.at[a].process == history->operations.at[b].process;
            if (i == j)
                continue;
            if (same && precedes) /* joined ones share a column */
                assert_true(places[a].last <= places[b].first);
            else if (precedes != drawn && (exact || precedes))
                fail_msg("operation %u %s %u, and is not drawn so: %s", a, precedes ? "precedes" : "does not precede",
                         b, text);
        }
    }
}

/* Processes that call, often at the instant at which they or others return. */
static void draw_history(struct drawn_text *drawn, struct ln_rng *rng, uint32_t shortest)
{
    uint32_t processes = 1 + ln_rng_below(rng, 5), range = 1 + ln_rng_below(rng, 6);
    size_t length = 0;
    drawn->text[0] = '\0';
    for (uint32_t p = 0; p < processes; p++) {
        uint32_t now = ln_rng_below(rng, range);
        for (uint32_t left = ln_rng_below(rng, 9); left > 0; left--) {
            uint32_t call = now += ln_rng_below(rng, range);
            now += shortest + ln_rng_below(rng, range);
            length += (size_t)snprintf(drawn->text + length, sizeof drawn->text - length, "%u:f(%.*s)", p,
                                       (int)ln_rng_below(rng, 20), "abcdefghijklmnopqrstuvwxyz");
            length += (size_t)snprintf(drawn->text + length, sizeof drawn->text - length,
                                       left == 1 && ln_rng_below(rng, 4) == 0 ? "@%u- " : "@%u-%u ", call, now);
        }
    }
}

/* Some of the operations, in any order. */
static size_t draw_scene(const struct ln_history *history, struct ln_scene_op *scene, struct ln_rng *rng)
{
    bool all = ln_rng_below(rng, 2);
    size_t count = 0;
    for (uint32_t i = 0; i < history->operations.length; i++) {
        size_t at = ln_rng_below(rng, (uint32_t)count + 1);
        if (!all && ln_rng_below(rng, 3) == 0)
            continue;
        scene[count++] = scene[at];
        scene[at] = (struct ln_scene_op){ .operation = i, .marked = i % 3 == 0, .optional = i % 2 == 0 };
    }
    return count;
}

static void expect_rows(const struct ln_layout *layout, const struct place *places)
{
    uint64_t before = 0;
    for (uint32_t row = 0; row < layout->rows.length; row++) {
        uint64_t first = UINT64_MAX;
        for (size_t i = 0; i < layout->bars.length; i++)
            if (layout->bars.at[i].row == row && places[layout->bars.at[i].operation].first < first)
                first = places[layout->bars.at[i].operation].first;
        assert_true(first != UINT64_MAX && first >= before);
        before = first;
    }
}

static void pictures_show_the_order_and_nothing_else(void **state)
{
    enum { ROUNDS = 20000 };
    size_t joined = 0, broken = 0;
    (void)state;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        struct ln_rng rng = { seed };
        uint32_t shortest = seed % 3 != 0; /* operations without length cannot always be drawn exactly */
        struct ln_layout_options options = { .width = 38 + ln_rng_below(&rng, 120), .utf8 = seed % 2 };
        struct ln_scene_op scene[MOST_SCENE];
        struct place places[MOST_SCENE];
        struct drawn_text drawn;
        struct ln_layout layout;
        struct written w;
        size_t count;
        draw_history(&drawn, &rng, shortest);
        write_history(&w, NULL, drawn.text);
        count = draw_scene(&w.history, scene, &rng);
        assert_int_equal(ln_layout_init(&layout, &w.history, scene, count, &options, &w.memory), LN_OK);
        for (size_t b = 0; b < layout.bands.length; b++)
            expect_band(&layout, b, options.width);
        find_places(&layout, w.history.operations.length, places);
        for (size_t i = 0; i < count; i++)
            assert_true(places[scene[i].operation].first != UINT64_MAX);
        expect_order(&w.history, scene, count, places, shortest || !w.history.linked, drawn.text);
        expect_rows(&layout, places);
        joined += w.history.linked;
        broken += layout.bands.length > 1;
        finish(&layout, &w);
    }
    assert_true(joined > ROUNDS / 20 && broken > ROUNDS / 20);
}

/* ---- sizes and failures ---- */

/* Processes that die one after the other beside one that goes on. */
static void old_pending_operations_do_not_fill_the_bands(void **state)
{
    enum { ROUNDS = 20000 };
    struct ln_scene_op *scene = calloc(2 * ROUNDS, sizeof *scene);
    struct ln_layout_options options = { .width = 80, .utf8 = true };
    struct ln_layout layout;
    struct written w;
    struct ln_error error = { LN_OK, "" };
    (void)state;
    write_history(&w, NULL, "");
    ln_history_fini(&w.history);
    assert_int_equal(ln_history_init(&w.history, &w.memory), LN_OK);
    for (uint32_t i = 0; i < 2 * ROUNDS; i++) {
        struct ln_call_text call = { .process = ln_small(i % 2 ? 0 : i + 1), .key = LN_VALUE_NONE, .args = NULL };
        uint32_t operation;
        call.f = word_value(&w.history.values, "f", 1);
        ln_history_operation(&w.history, &call, i % 2 ? LN_COMPLETED : LN_PENDING, LN_VALUE_NONE, 2 * i, 2 * i + 1,
                             &operation, &error);
        scene[i].operation = i;
    }
    assert_string_equal(error.message, "");
    seal(&w.history);
    assert_int_equal(ln_layout_init(&layout, &w.history, scene, 2 * ROUNDS, &options, &w.memory), LN_OK);
    assert_int_equal(layout.rows.length, ROUNDS + 1);
    assert_true(layout.bars.length < 8 * ROUNDS);
    free(scene);
    finish(&layout, &w);
}

static void a_layout_without_memory_fails_and_leaks_nothing(void **state)
{
    struct ln_layout_options options = { .width = 40, .utf8 = true };
    struct ln_scene_op scene[MOST_SCENE];
    enum ln_status status = LN_NO_MEMORY;
    struct written w;
    size_t count;
    (void)state;
    write_history(&w, NULL,
                  "long-name:a(1,2,3)@0-9 1:b()->true@1-2 1:c()@3-4 2:d()@4- 1:e(abcdefghijklm)@5-6 "
                  "1:f()@8-12");
    count = whole_scene(&w.history, scene);
    for (int64_t k = 0; status; k++) {
        struct ln_memory memory;
        struct ln_layout layout;
        ln_memory_init(&memory, UINT64_MAX);
        memory.fail_after = k;
        status = ln_layout_init(&layout, &w.history, scene, count, &options, &memory);
        assert_int_equal(status, memory.fail_after < 0 ? LN_NO_MEMORY : LN_OK);
        assert_true(status || layout.bands.length > 1);
        ln_layout_fini(&layout);
        assert_int_equal(memory.used, 0);
    }
    written_fini(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_and_returns_share_columns),
        cmocka_unit_test(a_long_bar_is_no_longer_than_what_it_spans),
        cmocka_unit_test(pending_reaches_to_the_end_and_failed_is_left_out),
        cmocka_unit_test(touching_operations_of_a_process_are_joined),
        cmocka_unit_test(operations_at_one_instant_stand_in_program_order),
        cmocka_unit_test(nothing_to_show_has_no_bands),
        cmocka_unit_test(labels_carry_order_and_number),
        cmocka_unit_test(long_labels_keep_their_result),
        cmocka_unit_test(long_names_are_cut_in_the_middle),
        cmocka_unit_test(letters_are_counted_and_cut_whole),
        cmocka_unit_test(pictures_show_the_order_and_nothing_else),
        cmocka_unit_test(old_pending_operations_do_not_fill_the_bands),
        cmocka_unit_test(a_layout_without_memory_fails_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
