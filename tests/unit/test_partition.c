/* Splitting a history into parts, and joining the orders of parts into one. */
#include "../support/written_history.h"

#include "partition/partition.h"

enum { MOST = 32 };

/* Parts as "0 1 0 -": the part of each operation, - for failed ones. */
static void expect_parts(const char *spec, const char *operations, const char *expected)
{
    struct written w;
    struct ln_partition partition;
    struct ln_str text;
    uint64_t used;
    write_history(&w, spec, operations);
    used = w.memory.used;
    assert_int_equal(ln_partition_init(&partition, &w.history, &w.spec, &w.memory), LN_OK);
    ln_str_init(&text, &w.memory);
    for (size_t i = 0; i < w.history.operations.length; i++) {
        ln_str_text(&text, i ? " " : "");
        if (partition.part_of[i] == LN_NO_OP)
            ln_str_char(&text, '-');
        else
            ln_str_int(&text, partition.part_of[i]);
    }
    assert_string_equal(ln_str_borrow(&text), expected);
    ln_str_fini(&text);
    ln_partition_fini(&partition);
    assert_int_equal(w.memory.used, used);
    written_fini(&w);
}

static void objects_are_parts(void **state)
{
    (void)state;
    expect_parts("register", "", "");
    expect_parts("register", "write(1) read()->1 write(2)", "0 0 0");
    expect_parts("register", "x.write(1) y.read()->1 x.write(2) 1.write(3) write(4)", "0 1 0 2 3");
    expect_parts("register", "0:x.write(1)@0-x 1:y.write(2)@0-1 2:x.write(3)@0-", "- 0 1");
}

static void keys_of_a_map_are_parts(void **state)
{
    (void)state;
    expect_parts("kv", "x.put(1) y.put(2) x.get()->1 get(y)->2 put(z,3)", "0 1 0 1 2");
}

static void elements_of_a_set_are_parts(void **state)
{
    (void)state;
    expect_parts("set", "add(1)->true add(2)->true contains(1)->true remove(2)->true add(a)->true", "0 1 0 1 2");
    expect_parts("set", "x.add(1)->true y.add(1)->true x.contains(1)->true", "0 1 0");
}

static void events_of_a_part_keep_their_order(void **state)
{
    static const char *const formats[] = { "write(#)" };
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct ln_rng rng = { seed };
        struct drawn_text drawn;
        struct written w;
        struct ln_partition partition;
        size_t at = 0;
        draw_text(&drawn, &rng, formats, 1, 4, 6, 3);
        write_history(&w, "register", drawn.text);
        assert_int_equal(ln_partition_init(&partition, &w.history, &w.spec, &w.memory), LN_OK);
        for (uint32_t p = 0; p < partition.parts; p++) {
            assert_int_equal(partition.starts[p], at);
            for (size_t e = 0; e < w.history.events.length; e++)
                if (partition.part_of[ln_event_operation(w.history.events.at[e])] == p)
                    assert_int_equal(partition.events[at++], w.history.events.at[e]);
        }
        assert_int_equal(partition.starts[partition.parts], at);
        assert_int_equal(at, w.history.events.length);
        ln_partition_fini(&partition);
        written_fini(&w);
    }
}

static void many_parts_are_told_apart(void **state)
{
    enum { MANY = 5000 };
    struct written w;
    struct ln_partition partition;
    (void)state;
    ln_memory_init(&w.memory, UINT64_MAX);
    write_history(&w, "set", "");
    written_fini(&w);
    assert_int_equal(ln_history_init(&w.history, &w.memory), LN_OK);
    for (int i = 0; i < 2 * MANY; i++) {
        char text[64];
        snprintf(text, sizeof text, "add(%d)->true", i % MANY);
        write_operations(&w.history, &w.spec, text);
    }
    seal(&w.history);
    assert_int_equal(ln_partition_init(&partition, &w.history, &w.spec, &w.memory), LN_OK);
    assert_int_equal(partition.parts, MANY);
    for (uint32_t i = 0; i < 2 * MANY; i++)
        assert_int_equal(partition.part_of[i], i % MANY);
    ln_partition_fini(&partition);
    written_fini(&w);
}

/* ---- joining ---- */

struct orders {
    uint32_t at[2 * MOST], counts[MOST];
    bool placed[MOST];
};

static bool may_come_next(const struct ln_history *history, const struct ln_partition *partition,
                          const struct orders *orders, uint32_t operation)
{
    if (orders->placed[operation])
        return false;
    for (uint32_t i = 0; i < history->operations.length; i++)
        if (partition->part_of[i] == partition->part_of[operation] && !orders->placed[i] &&
            ln_history_precedes(history, i, operation))
            return false;
    return true;
}

/* A random order of each part that real time allows; some pending operations are left out. */
static void draw_orders(const struct ln_history *history, const struct ln_partition *partition, struct ln_rng *rng,
                        struct orders *orders)
{
    uint32_t operations = (uint32_t)history->operations.length, left = operations;
    *orders = (struct orders){ 0 };
    for (uint32_t i = 0; i < operations; i++) {
        bool out = history->operations.at[i].fate == LN_FAILED ||
                   (history->operations.at[i].fate == LN_PENDING && ln_rng_below(rng, 2));
        orders->placed[i] = out;
        left -= out;
    }
    while (left) {
        uint32_t next = ln_rng_below(rng, operations);
        if (!may_come_next(history, partition, orders, next))
            continue;
        orders->at[partition->starts[partition->part_of[next]] + orders->counts[partition->part_of[next]]++] = next;
        orders->placed[next] = true;
        left--;
    }
}

/* must_follow[b][a]: a comes before b, in the order of their part, in real time, or in their process. */
static size_t relation(const struct ln_history *history, const struct ln_partition *partition,
                       const struct orders *orders, bool must_follow[MOST][MOST], bool *in)
{
    size_t all = 0;
    memset(must_follow, 0, MOST * sizeof *must_follow);
    memset(in, 0, MOST * sizeof *in);
    for (uint32_t p = 0; p < partition->parts; p++)
        for (uint32_t i = 0; i < orders->counts[p]; i++, all++)
            in[orders->at[partition->starts[p] + i]] = true;
    for (uint32_t p = 0; p < partition->parts; p++)
        for (uint32_t i = 1; i < orders->counts[p]; i++)
            must_follow[orders->at[partition->starts[p] + i]][orders->at[partition->starts[p] + i - 1]] = true;
    for (uint32_t a = 0; a < history->operations.length; a++)
        for (uint32_t b = 0; b < history->operations.length; b++)
            if (in[a] && in[b] && ln_history_precedes(history, a, b))
                must_follow[b][a] = true;
    return all;
}

/* Is there an order? Takes away what waits for nothing until all is gone or nothing can go. */
static bool can_be_ordered(bool must_follow[MOST][MOST], bool *in, size_t operations, size_t all)
{
    for (bool again = true; again;) {
        again = false;
        for (size_t b = 0; b < operations; b++) {
            bool waits = false;
            for (size_t a = 0; a < operations; a++)
                waits |= in[a] && must_follow[b][a];
            if (!in[b] || waits)
                continue;
            in[b] = false;
            all--;
            again = true;
        }
    }
    return all == 0;
}

static void expect_join(const struct ln_history *history, const struct ln_partition *partition, struct orders *orders,
                        bool *joined)
{
    bool must_follow[MOST][MOST], in[MOST];
    uint32_t whole[MOST];
    struct ln_orders drawn = { orders->at, orders->counts };
    size_t all = relation(history, partition, orders, must_follow, in), count;
    assert_int_equal(ln_partition_join(partition, history, &drawn, whole, &count, joined), LN_OK);
    assert_int_equal(count, all);
    for (size_t i = 0; i < count && *joined; i++) {
        assert_true(in[whole[i]]);
        for (size_t j = 0; j < i; j++) {
            assert_int_not_equal(whole[i], whole[j]);
            assert_false(must_follow[whole[j]][whole[i]]);
        }
    }
    assert_int_equal(*joined, can_be_ordered(must_follow, in, history->operations.length, all));
}

static void orders_are_joined_whenever_they_can_be(void **state)
{
    static const char *const formats[] = { "write(#)" };
    size_t could = 0, could_not = 0, linked = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 10000; seed++) {
        struct ln_rng rng = { seed };
        struct drawn_text drawn;
        struct written w;
        struct ln_partition partition;
        struct orders orders;
        bool joined;
        draw_text(&drawn, &rng, formats, 1, 2 + ln_rng_below(&rng, 3), 5, 1 + ln_rng_below(&rng, 3));
        write_history(&w, "register", drawn.text);
        assert_int_equal(ln_partition_init(&partition, &w.history, &w.spec, &w.memory), LN_OK);
        draw_orders(&w.history, &partition, &rng, &orders);
        expect_join(&w.history, &partition, &orders, &joined);
        assert_true(joined || w.history.linked); /* without links, locality holds */
        could += joined;
        could_not += !joined;
        linked += w.history.linked;
        ln_partition_fini(&partition);
        written_fini(&w);
    }
    assert_true(could > 1000 && could_not > 10 && linked > could_not);
}

/* Two processes that each return and call at one instant, over two objects: the second of each process before the first
 * of the other in both parts is no order of the whole. */
static void two_and_two_at_one_instant_cannot_be_joined(void **state)
{
    struct written w;
    struct ln_partition partition;
    struct orders orders = { { 3, 0, 0, 0, 1, 2 }, { 2, 2 }, { 0 } }; /* parts start where their events do */
    bool joined;
    (void)state;
    write_history(&w, "register", "0:x.write(1)@0-5 0:y.read()->null@5-9 1:y.write(1)@0-5 1:x.read()->null@5-9");
    assert_int_equal(ln_partition_init(&partition, &w.history, &w.spec, &w.memory), LN_OK);
    assert_int_equal(partition.parts, 2);
    expect_join(&w.history, &partition, &orders, &joined);
    assert_false(joined);
    orders = (struct orders){ { 0, 3, 0, 0, 1, 2 }, { 2, 2 }, { 0 } };
    expect_join(&w.history, &partition, &orders, &joined);
    assert_true(joined);
    ln_partition_fini(&partition);
    written_fini(&w);
}

static void refused_memory_is_said_and_nothing_is_lost(void **state)
{
    struct written w;
    (void)state;
    write_history(&w, "register", "0:x.write(1)@0-5 0:y.read()->null@5-9 1:y.write(1)@0-5 1:x.read()->null@5-9");
    for (int64_t k = 0;; k++) {
        struct orders orders = { { 0, 3, 0, 0, 1, 2 }, { 2, 2 }, { 0 } };
        struct ln_partition partition;
        uint64_t used = w.memory.used;
        uint32_t whole[4];
        size_t count;
        bool joined;
        enum ln_status status;
        w.memory.fail_after = k;
        status = ln_partition_init(&partition, &w.history, &w.spec, &w.memory);
        if (!status)
            status = ln_partition_join(&partition, &w.history, &(struct ln_orders){ orders.at, orders.counts }, whole,
                                       &count, &joined);
        assert_int_equal(status, w.memory.fail_after < 0 ? LN_NO_MEMORY : LN_OK);
        ln_partition_fini(&partition);
        assert_int_equal(w.memory.used, used);
        if (!status)
            break;
    }
    written_fini(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_are_parts),
        cmocka_unit_test(keys_of_a_map_are_parts),
        cmocka_unit_test(elements_of_a_set_are_parts),
        cmocka_unit_test(events_of_a_part_keep_their_order),
        cmocka_unit_test(many_parts_are_told_apart),
        cmocka_unit_test(orders_are_joined_whenever_they_can_be),
        cmocka_unit_test(two_and_two_at_one_instant_cannot_be_joined),
        cmocka_unit_test(refused_memory_is_said_and_nothing_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
