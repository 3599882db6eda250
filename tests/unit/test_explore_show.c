/* How steps of real code are told: small programs are compiled by gcc and by clang with the instrumentation that
 * exploring uses, run once with hooks that record (tests/explore/hooks.c), and their steps read. */
#include "../support/written_history.h"

#include "explore/show/show.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const threads[] = { "thread 1", "thread 2", "main" };

/* A subject that is compiled and loaded. */
struct subject {
    char folder[64], path[128];
    void *handle;
    struct ln_memory memory;
    struct ln_source_code *code;
    struct ln_rows rows;
    struct ln_run_steps run;
    uint8_t *thread;
    uint16_t *operation;
    bool *reuse;
    struct ln_step *steps;
    size_t *count, *blocks;
    struct ln_step *(*add)(int kind, void *address, uint32_t length, uint64_t pc);
};

static void *symbol(struct subject *s, const char *name)
{
    void *found = dlsym(s->handle, name);
    if (!found)
        fail_msg("%s: no %s", s->path, name);
    return found;
}

static void run_command(const char *command)
{
    int status = system(command);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("failed: %s", command);
}

static void compile(struct subject *s, const char *compiler, const char *name)
{
    const char *cxx = strstr(name, ".cpp") ? (strcmp(compiler, "gcc") == 0 ? "g++" : "clang++") : compiler;
    char command[1024];
    snprintf(s->folder, sizeof s->folder, "/tmp/linnet-test-XXXXXX");
    assert_non_null(mkdtemp(s->folder));
    snprintf(s->path, sizeof s->path, "%s/subject.so", s->folder);
    snprintf(
        command, sizeof command,
        "cd %s && cc -std=c11 -O1 -fPIC -I" LINNET_SOURCES "/src -c " LINNET_SOURCES "/tests/explore/hooks.c && "
        "%s -fsanitize=thread -g -O1 -fPIC -Dmalloc=hooks_malloc -Dfree=hooks_free "
        "-Dpthread_mutex_lock=hooks_lock -Dpthread_mutex_unlock=hooks_unlock -Dpthread_mutex_trylock=hooks_trylock "
        "-Dpthread_cond_wait=hooks_wait -Dpthread_cond_broadcast=hooks_broadcast -Dsched_yield=hooks_yield "
        "-c " LINNET_SOURCES "/tests/explore/%s -o subject.o && cc -shared -o subject.so subject.o hooks.o",
        s->folder, cxx, name);
    run_command(command);
}

static void load(struct subject *s, const char *compiler, const char *name)
{
    *s = (struct subject){ .handle = NULL };
    compile(s, compiler, name);
    s->handle = dlopen(s->path, RTLD_NOW | RTLD_LOCAL);
    if (!s->handle)
        fail_msg("%s", dlerror());
    s->thread = symbol(s, "hooks_thread");
    s->operation = symbol(s, "hooks_operation");
    s->reuse = symbol(s, "hooks_reuse");
    s->steps = symbol(s, "hooks_steps");
    s->count = symbol(s, "hooks_count");
    s->blocks = symbol(s, "hooks_block_count");
    *(void **)&s->add = symbol(s, "hooks_add");
}

enum { STACK = 1 << 18 };

static char stacks[COUNT(threads)][STACK] __attribute__((aligned(4096)));

struct part {
    void (*function)(int);
    int number;
};

static void *act(void *argument)
{
    struct part *part = argument;
    part->function(part->number);
    return NULL;
}

/* On the stack of that thread. */
static void act_as(struct subject *s, uint8_t thread, uint16_t operation, int number)
{
    struct part part = { .number = number };
    pthread_attr_t attributes;
    pthread_t id;
    *(void **)&part.function = symbol(s, "play");
    *s->thread = thread;
    *s->operation = operation;
    pthread_attr_init(&attributes);
    assert_int_equal(pthread_attr_setstack(&attributes, stacks[thread], STACK), 0);
    assert_int_equal(pthread_create(&id, &attributes, act, &part), 0);
    assert_int_equal(pthread_join(id, NULL), 0);
    pthread_attr_destroy(&attributes);
}

/* As one operation of it. */
static void play(struct subject *s, uint8_t thread, uint16_t operation, int number)
{
    *s->thread = thread;
    *s->operation = operation;
    s->add(LN_STEP_CALL, NULL, 0, 0);
    act_as(s, thread, operation, number);
    s->add(LN_STEP_RETURN, NULL, 0, 0);
}

static void write_operation(void *context, uint32_t thread, uint32_t operation, bool ended, struct ln_str *out)
{
    (void)context;
    ln_str_format(out, "op%u of %u%s", operation, thread, ended ? " -> ok" : "()");
}

static void tell(struct subject *s)
{
    struct ln_error error;
    uint64_t (*base)(void);
    void (*heap)(uint64_t *, uint64_t *), (*finish)(void);
    *(void **)&base = symbol(s, "hooks_base");
    *(void **)&heap = symbol(s, "hooks_heap");
    *(void **)&finish = symbol(s, "hooks_finish");
    finish();
    s->run = (struct ln_run_steps){ .steps = s->steps,
                                    .count = *s->count,
                                    .blocks = symbol(s, "hooks_blocks"),
                                    .block_count = *s->blocks,
                                    .threads = 2,
                                    .alone = 2,
                                    .names = threads,
                                    .operation = write_operation };
    s->run.place = (struct ln_code_place){
        .base = base(), .stacks = (uint64_t)(uintptr_t)stacks, .stack_size = STACK, .threads = COUNT(threads)
    };
    heap(&s->run.place.heap, &s->run.place.heap_end);
    ln_memory_init(&s->memory, UINT64_MAX);
    if (ln_code_new(&s->code, s->path, &s->memory, &error))
        fail_msg("%s", error.message);
    assert_int_equal(ln_rows_init(&s->rows, &s->run, s->code, &s->memory), LN_OK);
    assert_true(s->rows.rows.length <= *s->count);
}

static void unload(struct subject *s)
{
    char command[128];
    ln_rows_fini(&s->rows);
    ln_code_free(s->code);
    assert_int_equal(s->memory.used, 0);
    dlclose(s->handle);
    snprintf(command, sizeof command, "rm -r %s", s->folder);
    run_command(command);
}

static void write_rows(const struct subject *s, bool all, struct ln_str *out)
{
    for (size_t i = 0; i < s->rows.rows.length; i++) {
        const struct ln_row *row = &s->rows.rows.at[i];
        if (all || !row->irrelevant)
            ln_str_format(out, "%u %s %s\n", row->thread + 1, row->place ? row->place : "-", row->text);
    }
}

/* The relevant rows, exactly. */
static void expect_rows(struct subject *s, const char *expected)
{
    struct ln_str text;
    ln_str_init(&text, &s->memory);
    write_rows(s, false, &text);
    assert_string_equal(ln_str_borrow(&text), expected);
    ln_str_fini(&text);
}

/* Each of them is there. */
static void expect_among(struct subject *s, const char *const *lines, size_t count)
{
    struct ln_str text;
    ln_str_init(&text, &s->memory);
    write_rows(s, true, &text);
    for (size_t i = 0; i < count; i++)
        if (!strstr(ln_str_borrow(&text), lines[i]))
            fail_msg("no `%s` in\n%s", lines[i], ln_str_borrow(&text));
    ln_str_fini(&text);
}

static const char *const compilers[] = { "gcc", "clang" };

static void a_stack(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(compilers); i++) {
        struct subject s;
        load(&s, compilers[i], "stack.c");
        play(&s, 0, 0, 0);
        play(&s, 1, 0, 1);
        *s.reuse = true;
        play(&s, 0, 1, 0);
        tell(&s);
        expect_rows(&s, "1 - op0 of 0()\n"
                        "1 stack.c:24 malloc(16) -> n1\n"
                        "1 stack.c:25 n->value = 7\n"
                        "1 stack.c:26 load(&s->top) -> NULL\n"
                        "1 stack.c:28 n->next = NULL\n"
                        "1 stack.c:29 CAS(&s->top, NULL, n1) -> true\n"
                        "1 - op0 of 0 -> ok\n"
                        "2 - op0 of 1()\n"
                        "2 stack.c:41 load(&s->top) -> n1\n"
                        "2 stack.c:34 t->next -> NULL\n"
                        "2 stack.c:44 CAS(&s->top, n1, NULL) -> true\n"
                        "2 stack.c:45 t->value -> 7\n"
                        "2 stack.c:46 free(n1)\n"
                        "2 - op0 of 1 -> ok\n"
                        "1 - op1 of 0()\n"
                        "1 stack.c:24 malloc(16) -> n1'\n"
                        "1 stack.c:25 n->value = 7\n"
                        "1 stack.c:26 load(&s->top) -> NULL\n"
                        "1 stack.c:28 n->next = NULL\n"
                        "1 stack.c:29 CAS(&s->top, NULL, n1') -> true\n"
                        "1 - op1 of 0 -> ok\n");
        unload(&s);
    }
}

static void a_queue_and_a_lock(void **state)
{
    static const char *const lines[] = { "queue.c:64 malloc(64) -> n1\n",
                                         "queue.c:64 q = n1\n",
                                         "queue.c:65 q->tail = n2\n",
                                         "queue.c:66 q->head->next = NULL\n",
                                         "queue.c:67 counter = -1\n",
                                         "queue.c:30 n->value = -5\n",
                                         "queue.c:33 q -> n1\n",
                                         "queue.c:34 load(&t->next) -> NULL\n",
                                         "queue.c:55 counter = 0\n",
                                         "queue.c:56 q->open = true\n",
                                         "queue.c:57 q->state = 65\n",
                                         "queue.c:44 q->head -> n2\n",
                                         "queue.c:47 wait(&changed)\n",
                                         "queue.c:47 woken\n",
                                         "queue.c:48 broadcast(&changed)\n",
                                         "queue.c:49 yield\n" };
    (void)state;
    for (size_t i = 0; i < COUNT(compilers); i++) {
        struct subject s;
        load(&s, compilers[i], "queue.c");
        act_as(&s, 2, 0, 0);
        play(&s, 0, 0, 1);
        play(&s, 1, 0, 1);
        play(&s, 0, 1, 2);
        play(&s, 1, 1, 3);
        tell(&s);
        expect_rows(&s, "1 - op0 of 0()\n"
                        "1 queue.c:29 malloc(16) -> n3\n"
                        "1 queue.c:31 n->next = NULL\n"
                        "1 queue.c:33 load(&q->tail) -> n2\n"
                        "1 queue.c:39 CAS(&q->tail, n2, n3) -> true\n"
                        "1 - op0 of 0 -> ok\n"
                        "2 - op0 of 1()\n"
                        "2 queue.c:33 load(&q->tail) -> n3\n"
                        "2 queue.c:34 load(&t->next) -> NULL\n"
                        "2 queue.c:35 CAS(&t->next, NULL, n4) -> true\n"
                        "2 queue.c:39 CAS(&q->tail, n3, n4) -> true\n"
                        "2 - op0 of 1 -> ok\n"
                        "1 - op1 of 0()\n"
                        "1 queue.c:54 lock(&q->mutex)\n"
                        "1 queue.c:58 unlock(&q->mutex)\n"
                        "1 - op1 of 0 -> ok\n"
                        "2 - op1 of 1()\n"
                        "2 queue.c:45 trylock(&q->mutex) -> busy\n"
                        "2 - op1 of 1 -> ok\n");
        expect_among(&s, lines, COUNT(lines));
        unload(&s);
    }
}

static void arrays_and_records(void **state)
{
    static const char *const lines[] = { "arrays.c:35 calls = 1\n",
                                         "arrays.c:36 pool[i + 1].value -> 0\n",
                                         "arrays.c:36 pool[i].value = 0\n",
                                         "arrays.c:37 pool[i].next = &pool[1]\n",
                                         "arrays.c:38 table.inner[1].grid[i][2] = 7\n",
                                         "arrays.c:39 table.count -> 0\n",
                                         "arrays.c:39 table.inner[0].a = 0\n",
                                         "arrays.c:40 table.colour = GREEN\n",
                                         "arrays.c:41 table.ratio = 1.5\n",
                                         "arrays.c:42 table.letter = 'x'\n",
                                         "arrays.c:43 flag = 4\n",
                                         "arrays.c:44 other = -1\n",
                                         "arrays.c:45 first -> &pool[0]\n",
                                         "arrays.c:45 first->next -> &pool[1]\n",
                                         "arrays.c:45 first->next->value = 0\n",
                                         "arrays.c:46 pointer -> &flag\n",
                                         "arrays.c:46 many[3] -> 0\n",
                                         "arrays.c:46 *pointer = 4\n",
                                         "arrays.c:47 fetch_add(&flag, 2) -> 4\n",
                                         "arrays.c:48 fetch_add(&pool[2].value, 5) -> 0\n",
                                         "arrays.c:49 fetch_or(&bits, 6) -> 0\n",
                                         "arrays.c:50 exchange(&bits, 3) -> 6\n",
                                         "arrays.c:51 flag -> 6\n",
                                         "arrays.c:53 pool[i].next -> &pool[1]\n" };
    (void)state;
    for (size_t i = 0; i < COUNT(compilers); i++) {
        struct subject s;
        load(&s, compilers[i], "arrays.c");
        play(&s, 0, 0, 0);
        tell(&s);
        expect_among(&s, lines, COUNT(lines));
        unload(&s);
    }
}

static void atomics_of_cxx(void **state)
{
    static const char *const lines[] = { "cells.cpp:24 load(&head) -> NULL\n",
                                         "cells.cpp:26 store(&n->next, NULL)\n",
                                         "cells.cpp:27 CAS(&head, NULL, &one) -> true\n",
                                         "cells.cpp:28 fetch_add(&size, 1) -> 0\n",
                                         "cells.cpp:29 fetch_add(&total, 3) -> 0\n",
                                         "cells.cpp:30 fetch_add(&total, 4) -> 3\n",
                                         "cells.cpp:35 plain = 1\n",
                                         "cells.cpp:36 exchange(&this->head, NULL) -> &one\n",
                                         "cells.cpp:37 store(&n->next, &one)\n",
                                         "cells.cpp:38 load(&n->next) -> &one\n",
                                         "cells.cpp:39 load(&cells.head) -> NULL\n",
                                         "cells.cpp:41 load(&size) -> 1\n" };
    (void)state;
    for (size_t i = 0; i < COUNT(compilers); i++) {
        struct subject s;
        load(&s, compilers[i], "cells.cpp");
        play(&s, 0, 0, 0);
        play(&s, 0, 1, 1);
        tell(&s);
        expect_among(&s, lines, COUNT(lines));
        unload(&s);
    }
}

/* The step of that kind, and the nth of them, as something else: what the source says of how a run ends. */
static void expect_end(struct subject *s, enum ln_step_kind kind, size_t nth, enum ln_step_kind end, uint64_t address,
                       const char *expected)
{
    struct ln_rows rows;
    size_t at = 0;
    struct ln_step saved;
    while (s->steps[at].kind != kind || nth--)
        at++;
    saved = s->steps[at];
    s->steps[at].kind = (uint8_t)end;
    s->steps[at].address = address ? address : saved.address;
    s->run.count = at + 1;
    assert_int_equal(ln_rows_init(&rows, &s->run, s->code, &s->memory), LN_OK);
    assert_string_equal(rows.rows.at[rows.rows.length - 1].text, expected);
    ln_rows_fini(&rows);
    s->steps[at] = saved;
    s->run.count = *s->count;
}

static void ends_are_told_by_the_source(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(compilers); i++) {
        struct subject s;
        load(&s, compilers[i], "queue.c");
        act_as(&s, 2, 0, 0);
        play(&s, 0, 0, 2);
        play(&s, 1, 0, 3);
        tell(&s);
        expect_end(&s, LN_STEP_LOCK, 0, LN_STEP_BLOCKED, 0, "waits for the lock q->mutex for ever");
        expect_end(&s, LN_STEP_WAIT, 0, LN_STEP_BLOCKED, 0, "waits for a signal of changed for ever");
        expect_end(&s, LN_STEP_WAKE, 0, LN_STEP_BLOCKED, 0, "waits for a signal of changed for ever");
        unload(&s);
        load(&s, compilers[i], "stack.c");
        play(&s, 0, 0, 0);
        play(&s, 1, 0, 1);
        tell(&s);
        expect_end(&s, LN_STEP_CAS, 1, LN_STEP_BLOCKED, 0, "waits for a change of s->top for ever");
        expect_end(&s, LN_STEP_CAS, 1, LN_STEP_FAULT, 8, "crashes: s->top goes through NULL");
        unload(&s);
    }
}

/* Whichever allocation is refused. */
static void refused_memory_is_told(void **state)
{
    struct subject s;
    bool refused = true;
    (void)state;
    load(&s, "gcc", "queue.c");
    act_as(&s, 2, 0, 0);
    play(&s, 0, 0, 1);
    tell(&s);
    for (int64_t k = 0; refused; k++) {
        struct ln_memory memory;
        struct ln_source_code *code = NULL;
        struct ln_rows rows;
        ln_memory_init(&memory, UINT64_MAX);
        memory.fail_after = k;
        refused = ln_code_new(&code, s.path, &memory, NULL) == LN_NO_MEMORY;
        if (!refused) {
            refused = ln_rows_init(&rows, &s.run, code, &memory) == LN_NO_MEMORY;
            refused = refused || memory.fail_after < 0;
            ln_rows_fini(&rows);
            ln_code_free(code);
        }
        assert_int_equal(memory.used, 0);
        assert_true(refused || k > 10);
    }
    unload(&s);
}

static void what_has_no_source_is_told_so(void **state)
{
    struct ln_memory memory;
    struct ln_source_code *code;
    struct ln_error error;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    assert_int_equal(ln_code_new(&code, "/nonexistent.so", &memory, &error), LN_BAD_INPUT);
    assert_string_equal(error.message, "/nonexistent.so: No such file or directory");
    assert_int_equal(ln_code_new(&code, LINNET_SOURCES "/README.md", &memory, &error), LN_BAD_INPUT);
    assert_non_null(strstr(error.message, "README.md: "));
    assert_int_equal(memory.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack),
        cmocka_unit_test(a_queue_and_a_lock),
        cmocka_unit_test(arrays_and_records),
        cmocka_unit_test(atomics_of_cxx),
        cmocka_unit_test(ends_are_told_by_the_source),
        cmocka_unit_test(refused_memory_is_told),
        cmocka_unit_test(what_has_no_source_is_told_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
