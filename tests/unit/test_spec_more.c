/* The further specifications: what each object accepts and refuses, when it waits, and how it is called. */
#include "../support/sequences.h"

static const struct sequence sequences[] = {
    { "multi-register", "txn([[r,x,null],[w,y,2]])->[[r,x,null],[w,y,2]] txn([[read,y]])->[[read,y,2]]", "{\"y\": 2}" },
    { "multi-register", "txn([[w,x,1],[r,x]])->[[w,x,1],[r,x,1]]", "{\"x\": 1}" },
    { "multi-register", "txn([[w,x,1]]) txn([[r,x],[w,x,2]])->[[r,x,2],[w,x,2]]", NULL },
    { "multi-register", "txn([[w,y,1],[write,x,2],[w,y,null]])", "{\"x\": 2}" },
    { "multi-register", "txn([[w,x,1]])->null txn([[r,x]])->? txn([[r,x],[r,y]])->[[r,x,?],[r,y,null]]", "{\"x\": 1}" },
    { "multi-register", "txn([[w,x,1],[w,y,1]]) txn([[r,x],[r,y]])->[[r,x,1],[r,y,null]]", NULL },
    { "multi-register", "txn([[r,x]])->[[r,y,null]]", NULL },
    { "multi-register", "txn([[r,x]])->[]", NULL },
    { "multi-register", "txn([])->[] txn([])->?", "{}" },
    { "multi-register", "txn([])->[[r,x,null]]", NULL },
    { "multi-register:initial=0", "txn([[r,x]])->[[r,x,0]] txn([[w,x,1]]) txn([[w,x,0]])", "{}" },

    { "max-register", "read()->0 write_max(3) write(1) read()->3", "3" },
    { "max-register", "write_max(3) write_max(1) read()->1", NULL },
    { "max-register", "write_max(-5) read()->-5", NULL },
    { "max-register", "write_max(2) read()->?", "2" },

    { "snapshot", "scan()->[null,null] update(1,7) scan()->[null,7] update(0,a) update(1,7)", "[\"a\", 7]" },
    { "snapshot", "update(0,1) scan()->[null,null]", NULL },
    { "snapshot", "update(0,1) scan()->[1]", NULL },
    { "snapshot", "update(2,1)", NULL },
    { "snapshot:size=3", "update([2,1]) scan()->[null,null,1]", "[null, null, 1]" },

    { "fetch-and-add", "read()->0 fetch_add(2)->0 faa(3)->2 inc()->5 add_and_get(4)->10 get()->10", "10" },
    { "fetch-and-add", "fetch_add(2)->2", NULL },
    { "fetch-and-add", "add_and_get(2)->0", NULL },
    { "fetch-and-add", "fetch_add(2)->? read()->2 getAndAdd(0)->2", "2" },
    { "fetch-and-add", "addAndGet(9223372036854775807)->9223372036854775807 inc()->9223372036854775807",
      "-9223372036854775808" },

    { "bounded-queue", "enq(1) enq(2)->false deq()->1 deq()->null", "[]" },
    { "bounded-queue", "enq(1) enq(2)", NULL },
    { "bounded-queue:capacity=2", "enq(1) put(2) enq(3)->false", "[1, 2]" },
    { "bounded-queue:capacity=2", "enq(1) enq(2)->false", NULL },

    { "deque", "push_front(1) push_back(2) addFirst(0) peek_front()->0 peek_back()->2 pollLast()->2 pop_front()->0",
      "[1]" },
    { "deque", "pop_front()->null pop_back()->null peek_front()->null peek_back()->null", "[]" },
    { "deque", "push_front(1) push_front(2) pop_front()->1", NULL },
    { "deque", "push_back(1) pop_back()->null", NULL },
    { "deque", "push_back(1) push_back(2) pop_back()->?", "[1]" },

    { "work-stealing-deque", "push(1) push(2) push(3) steal()->1 pop()->3 popTop()->2 popBottom()->null", "[]" },
    { "work-stealing-deque", "push(1) push(2) pop()->1", NULL },
    { "work-stealing-deque", "push(1) push(2) steal()->2", NULL },
    { "work-stealing-deque", "push(1) steal()->null", NULL },

    { "priority-queue", "insert(10) add(-1) offer(9) peek()->-1 poll()->-1 insert(9) deq()->9 pop()->9", "[10]" },
    { "priority-queue", "insert(2) insert(1) poll()->2", NULL },
    { "priority-queue", "poll()->null peek()->null", "[]" },
    { "priority-queue", "insert(1) poll()->null", NULL },
    { "max-priority-queue", "insert(10) add(-1) offer(11) peek()->11 extract()->11", "[10, -1]" },
    { "max-priority-queue", "insert(2) insert(1) poll()->1", NULL },
    { "max-priority-queue", "insert(1) insert(1) poll()->?", "[1]" },
    { "max-priority-queue", "insert(1) peek()->null", NULL },

    { "append-log", "append(a)->0 append(a) append(b)->null read(1)->a read(3)->null length()->3 read_all()->[a,a,b]",
      "[\"a\", \"a\", \"b\"]" },
    { "append-log", "append(a)->1", NULL },
    { "append-log", "append(a)->0 append(b)->1 scan()->[b,a]", NULL },
    { "append-log", "append(a)->0 read(-1)->a", NULL },
    { "append-log", "append(a)->0 size()->0", NULL },

    { "bag", "take()->null add(2) put(1) enqueue(2) take()->2 dequeue()->2", "[1]" },
    { "bag", "add(1) take()->null", NULL },
    { "bag", "add(1) take()->2", NULL },
    { "bag", "add(1) add(2) add(1) take()->?", "[1, 2] or [1, 1]" },
    { "spurious-bag", "add(1) take()->null take()->1", "[]" },
    { "spurious-bag", "add(1) take()->1 take()->1", NULL },
    { "spurious-bag", "add(1) take()->?", "[1] or []" },
    { "spurious-bag", "take()->2", NULL },

    { "rwlock", "rdlock() read_acquire() try_write_acquire()->false try_read_acquire()->true", "held by 3 readers" },
    { "rwlock", "wrlock() try_read_acquire()->false write_release() try_write_acquire()->true", "held by a writer" },
    { "rwlock", "rdlock() wrlock()", NULL },
    { "rwlock", "wrlock() rdlock()", NULL },
    { "rwlock", "read_release()", NULL },
    { "rwlock", "rdlock() rdunlock() wrlock() wrunlock()", "free" },
    { "rwlock", "rdlock() write_release()", NULL },

    { "semaphore", "acquire() try_acquire()->false release() release()", "2" },
    { "semaphore", "acquire() acquire()", NULL },
    { "semaphore:permits=2", "acquire() try_acquire()->true", "0" },
    { "semaphore:permits=2", "acquire() try_acquire()->false", NULL },
    { "semaphore", "try_acquire()->?", "0" },

    { "event", "is_set()->false set() wait() wait() read()->true try_wait()->true", "set" },
    { "event", "wait()", NULL },
    { "event", "set() reset() is_set()->true", NULL },
    { "event", "set() set() reset() reset() try_wait()->false", "not set" },

    { "countdown", "get_count()->1 count_down() await() countDown() get_count()->0", "0" },
    { "countdown", "await()", NULL },
    { "countdown:count=3", "count_down() get_count()->2 count_down()", "1" },
    { "countdown:count=3", "count_down() count_down() wait()", NULL },

    { "nonzero-indicator", "query()->false arrive() arrive() depart() query()->true inc() dec() dec() read()->false",
      "0" },
    { "nonzero-indicator", "depart()", NULL },
    { "nonzero-indicator", "arrive() query()->false", NULL },
    { "nonzero-indicator", "arrive() depart() query()->true", NULL },
};

static const struct sequence java_sequences[] = {
    { "ArrayBlockingQueue:capacity=3", "addAll(1,2)->true offer(3)->true offer(4)->false remainingCapacity()->0",
      "[1, 2, 3]" },
    { "ArrayBlockingQueue:capacity=3", "addAll(1,2)->true addAll(3,4)->java.lang.IllegalStateException", "[1, 2, 3]" },
    { "ArrayBlockingQueue:capacity=3", "addAll(1,2)->true addAll(3,4)->true", NULL },
    { "ArrayBlockingQueue", "offer(1)->true remainingCapacity()->2147483646 poll()->1 poll()->null", "[]" },
    { "ArrayBlockingQueue:capacity=1", "add(1)->true add(2)->java.lang.IllegalStateException", "[1]" },

    { "LinkedBlockingQueue", "addAll(1,2,1)->true remove(1)->true toArray()->[2,1] removeAll(2,3)->true", "[1]" },
    { "LinkedBlockingQueue", "addAll(1,2)->true retainAll(1,2)->false retainAll(2,3)->true size()->1", "[2]" },
    { "LinkedBlockingQueue", "offer(1)->true toArray()->[2]", NULL },
    { "LinkedBlockingQueue", "remainingCapacity()->0", NULL },

    { "ConcurrentLinkedQueue", "isEmpty()->true add(1)->true contains(1)->true containsAll(1,2)->false peek()->1",
      "[1]" },
    { "ConcurrentLinkedQueue", "addAll(1,2)->true clear() toArray()->[]", "[]" },
    { "ConcurrentLinkedQueue", "addAll(1,2)->true poll()->2", NULL },
    { "ConcurrentLinkedQueue", "remove(1)->true", NULL },

    { "LinkedTransferQueue", "offer(1)->true offer(2)->true poll()->1", "[2]" },
    { "LinkedTransferQueue", "offer(1)->false", NULL },
    { "LinkedTransferQueue", "offer(1)->true isEmpty()->true", NULL },
    { "LinkedTransferQueue", "offer(1)->true removeAll(1,1)->true size()->0", "[]" },

    { "ConcurrentLinkedDeque", "addFirst(1)->null offerFirst(2)->true addLast(3)->null getFirst()->2 getLast()->3",
      "[2, 1, 3]" },
    { "ConcurrentLinkedDeque", "addAll(1,2,1)->true removeLastOccurrence(1)->true removeFirstOccurrence(1)->true",
      "[2]" },
    { "ConcurrentLinkedDeque",
      "getLast()->java.util.NoSuchElementException "
      "removeLast()->java.util.NoSuchElementException",
      "[]" },
    { "ConcurrentLinkedDeque", "offer(1)->true removeLast()->java.util.NoSuchElementException", NULL },
    { "ConcurrentLinkedDeque", "offer(1)->true offerLast(2)->true pollLast()->1", NULL },

    { "LinkedBlockingDeque", "offerFirst(1)->true offerLast(2)->true peekLast()->2 pollFirst()->1 peek()->2", "[2]" },
    { "LinkedBlockingDeque:capacity=1", "addFirst(1)->null addFirst(2)->java.lang.IllegalStateException", "[1]" },
    { "LinkedBlockingDeque:capacity=1", "offer(1)->true offerFirst(2)->true", NULL },
    { "LinkedBlockingDeque", "removeFirst()->null", NULL },

    { "PriorityBlockingQueue", "addAll(2,1,0)->true toArray()->[0,2,1] poll()->0 remainingCapacity()->2147483647",
      "[1, 2]" },
    { "PriorityBlockingQueue", "addAll(0,1,2,1)->true remove(0)->true", "[1, 1, 2]" },
    { "PriorityBlockingQueue", "addAll(0,2,1,2)->true removeAll(0)->true toArray()->[2,1,2]", NULL },
    { "PriorityBlockingQueue", "addAll(0,2,1,2)->true removeAll(0)->true", "[1, 2, 2]" },
    { "PriorityBlockingQueue", "offer(2)->true offer(1)->true peek()->2", NULL },

    { "ConcurrentSkipListSet",
      "add(2)->true add(2)->false addAll(0,2)->true addAll(0,2)->false first()->0 "
      "last()->2",
      "[0, 2]" },
    { "ConcurrentSkipListSet",
      "addAll(3,1,5)->true floor(2)->1 floor(3)->3 lower(3)->1 lower(1)->null ceiling(4)->5 "
      "ceiling(6)->null higher(3)->5 higher(5)->null headSet(3)->[1] tailSet(3)->[3,5] subSet(1,5)->[1,3]",
      "[1, 3, 5]" },
    { "ConcurrentSkipListSet",
      "subSet(2,1)->java.lang.IllegalArgumentException subSet(1,1)->[] "
      "first()->java.util.NoSuchElementException",
      "[]" },
    { "ConcurrentSkipListSet", "addAll(10,9)->true pollFirst()->9 pollLast()->10 pollFirst()->null pollLast()->null",
      "[]" },
    { "ConcurrentSkipListSet", "add(1)->true remove(2)->true", NULL },

    { "ConcurrentHashMap",
      "put(1,5)->null put(1,6)->5 get(1)->6 containsKey(1)->true contains(6)->true "
      "remove(1)->6",
      "{}" },
    { "ConcurrentHashMap",
      "putAll(2,7,0,8) keys()->[0,2] elements()->[8,7] entrySet()->[[0,8],[2,7]] "
      "mappingCount()->2",
      "{0: 8, 2: 7}" },
    { "ConcurrentHashMap", "putAll(1,7,1,8) isEmpty()->false containsValue(7)->false", "{1: 8}" },
    { "ConcurrentHashMap", "put(1,5)->null get(1)->null", NULL },
    { "ConcurrentHashMap", "put(1,5)->null clear() size()->1", NULL },

    { "ConcurrentSkipListMap",
      "putAll(3,0,1,0) put(5,1)->null floorKey(2)->1 floorKey(3)->3 lowerKey(1)->null "
      "ceilingKey(4)->5 higherKey(3)->5 higherKey(5)->null headMap(3)->[[1,0]] tailMap(5)->[[5,1]] firstKey()->1 "
      "lastKey()->5",
      "{1: 0, 3: 0, 5: 1}" },
    { "ConcurrentSkipListMap", "put(1,2)->null pollFirstEntry()->[1,2] pollLastEntry()->null pollFirstEntry()->null",
      "{}" },
    { "ConcurrentSkipListMap",
      "firstKey()->java.util.NoSuchElementException "
      "lastKey()->java.util.NoSuchElementException",
      "{}" },
    { "ConcurrentSkipListMap", "putAll(1,2,3,4) pollLastEntry()->[1,2]", NULL },
    { "ConcurrentSkipListMap", "put(1,2)->null values()->[1]", NULL },
};

static void every_object_accepts_what_it_should_and_nothing_else(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sequences); i++)
        expect_sequence(&sequences[i]);
}

static void java_objects_do_what_java_does(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(java_sequences); i++)
        expect_sequence(&java_sequences[i]);
}

static void no_class_is_left_out(void **state)
{
    /* Those of test_spec.c. */
    static const char *const elsewhere = " register cas-register kv counter queue stack set mutex ";
    (void)state;
    for (size_t c = 0; ln_spec_class_at(c); c++) {
        char name[64];
        snprintf(name, sizeof name, " %s ", ln_spec_class_at(c)->name);
        if (strstr(elsewhere, name))
            continue;
        name[strlen(name) - 1] = '\0';
        if (sequences_about(name + 1, sequences, COUNT(sequences)) +
                sequences_about(name + 1, java_sequences, COUNT(java_sequences)) <
            4)
            fail_msg("there are too few sequences about%s", name);
    }
}

/* The texts have blanks, which the notation of the tables cannot have. */
static void objects_write_themselves_as_java_does(void **state)
{
    static const struct {
        const char *spec, *operations, *text;
    } table[] = {
        { "ConcurrentLinkedQueue", "toString()", "[]" },
        { "ConcurrentLinkedQueue", "addAll(1,ab,-3) toString()", "[1, ab, -3]" },
        { "PriorityBlockingQueue", "addAll(2,1,0) toString()", "[0, 2, 1]" },
        { "ConcurrentSkipListSet", "addAll(10,9)->true toString()", "[9, 10]" },
        { "ConcurrentHashMap", "toString()", "{}" },
        { "ConcurrentSkipListMap", "putAll(2,0,0,1) toString()", "{0=1, 2=0}" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(table); i++) {
        struct written w;
        struct ln_possible possible;
        struct ln_invocation in;
        uint32_t last;
        write_history(&w, table[i].spec, table[i].operations);
        last = (uint32_t)w.history.operations.length - 1;
        ln_possible_init(&possible, &w.memory);
        assert_true(ln_possible_start(&possible, &w.spec));
        for (uint32_t o = 0; o < last; o++) {
            in = ln_invocation_of(&w.history, o);
            assert_true(ln_possible_step(&possible, &w.spec, &in));
        }
        in = ln_invocation_of(&w.history, last);
        assert_int_equal(ln_values_string(&w.history.values, table[i].text, strlen(table[i].text), &in.result), LN_OK);
        assert_true(ln_possible_step(&possible, &w.spec, &in));
        assert_int_equal(possible.now.states.length, 1);
        assert_int_equal(ln_values_string(&w.history.values, "[7]", 3, &in.result), LN_OK);
        assert_true(ln_possible_step(&possible, &w.spec, &in));
        assert_int_equal(possible.now.states.length, 0);
        ln_possible_fini(&possible);
        written_fini(&w);
    }
}

static void operations_wait_where_the_spec_says_so(void **state)
{
    /* clang-format off */
    static const struct { const char *spec, *operations; bool waits; } table[] = {
        { "bounded-queue", "enq(1) put(2)", true },      { "bounded-queue", "take()->?", true },
        { "rwlock", "rdlock() rdlock()", false },        { "rwlock", "rdlock() wrlock()", true },
        { "rwlock", "wrlock() rdlock()", true },         { "rwlock", "wrlock() try_read_acquire()->?", false },
        { "rwlock", "read_release()", false },           { "semaphore", "acquire() acquire()", true },
        { "semaphore", "acquire() try_acquire()->?", false }, { "semaphore", "acquire()", false },
        { "event", "wait()", true },                     { "event", "set() wait()", false },
        { "event", "try_wait()->?", false },             { "countdown", "await()", true },
        { "countdown", "count_down() await()", false },
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < COUNT(table); i++)
        assert_int_equal(last_waits(table[i].spec, table[i].operations), table[i].waits);
}

static void expect_fault(const char *name, const char *operation, const char *message)
{
    struct written w;
    struct ln_spec spec;
    struct ln_error error = { LN_OK, "" };
    enum ln_spec_fault fault;
    write_history(&w, NULL, operation);
    assert_int_equal(ln_spec_parse(&spec, name, &w.history.values, &error), LN_OK);
    if (!ln_spec_bind_call(&spec, &w.history, 0, &fault, &error))
        ln_spec_bind_result(&spec, &w.history, 0, &fault, &error);
    assert_string_equal(error.message, message);
    written_fini(&w);
}

static void what_cannot_be_bound_is_told_so(void **state)
{
    (void)state;
    expect_fault("multi-register", "txn(1)",
                 "found 1, expected a list of [\"r\", key] and [\"w\", key, value] for 'txn'");
    expect_fault("multi-register", "txn([[w,x]])",
                 "found [[\"w\",\"x\"]], expected a list of [\"r\", key] and [\"w\", key, value] for 'txn'");
    expect_fault("multi-register", "txn([[x,x,1]])",
                 "found [[\"x\",\"x\",1]], expected a list of [\"r\", key] and [\"w\", key, value] for 'txn'");
    expect_fault("priority-queue", "insert(a)", "found \"a\", expected an integer for 'insert'");
    expect_fault("set", "read()->1", "found 1, expected a list as the result for 'read'");
}

static void expect_spec(const char *text, const char *message, const char *written)
{
    struct ln_memory memory;
    struct ln_values values;
    struct ln_spec spec;
    struct ln_str out;
    struct ln_error error = { LN_OK, "" };
    ln_memory_init(&memory, UINT64_MAX);
    ln_values_init(&values, &memory);
    ln_str_init(&out, &memory);
    if (!ln_spec_parse(&spec, text, &values, &error))
        ln_spec_write(&spec, &values, &out);
    assert_string_equal(error.message, message);
    assert_string_equal(ln_str_borrow(&out), written);
    ln_str_fini(&out);
    ln_values_fini(&values);
    assert_int_equal(memory.used, 0);
}

static void counts_have_a_default_and_a_limit(void **state)
{
    (void)state;
    expect_spec("bounded-queue", "", "bounded-queue");
    expect_spec("bounded-queue:capacity=1", "", "bounded-queue");
    expect_spec("unordered-queue", "", "bag");
    expect_spec("semaphore:permits=3", "", "semaphore:permits=3");
    expect_spec("snapshot:size=2000000", "'size=2000000': expected a number of at most 1048576", "");
    expect_spec("ArrayBlockingQueue:capacity=20", "", "ArrayBlockingQueue:capacity=20");
}

/* Knossos's names for operations. */
static void names_of_other_tools_are_known(void **state)
{
    static const struct sequence table[] = {
        { "register", "write(1) read(null)->1", "1" },
        { "cas-register", "cas([null,1])->[null,1]", "1" },
        { "mutex", "acquire() release()", "free" },
        { "set", "add(1)->1 read(null)->[1]", "[1]" },
        { "unordered-queue", "enqueue(1)->1 enqueue(2) dequeue(null)->2", "[1]" },
        { "fifo-queue", "enqueue(1)->1 enqueue(2) dequeue(null)->1", "[2]" },
        { "multi-register", "txn([[write,x,1],[read,x,null]])->[[write,x,1],[read,x,1]]", "{\"x\": 1}" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(table); i++)
        expect_sequence(&table[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_object_accepts_what_it_should_and_nothing_else),
        cmocka_unit_test(java_objects_do_what_java_does),
        cmocka_unit_test(no_class_is_left_out),
        cmocka_unit_test(objects_write_themselves_as_java_does),
        cmocka_unit_test(operations_wait_where_the_spec_says_so),
        cmocka_unit_test(what_cannot_be_bound_is_told_so),
        cmocka_unit_test(counts_have_a_default_and_a_limit),
        cmocka_unit_test(names_of_other_tools_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
