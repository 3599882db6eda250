#include "base/intern.h"
#include "refine/store.h"
#include "steps/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void equal_strings_have_equal_numbers(void **state)
{
    struct ln_memory memory;
    struct ln_intern intern;
    uint32_t number;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_intern_init(&intern, &memory);
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t i = 0; i < 1000; i++) {
            assert_true(ln_intern_add(&intern, &i, sizeof i, &number));
            assert_int_equal(number, i);
            assert_memory_equal(ln_intern_at(&intern, number)->at, &i, sizeof i);
        }
    assert_true(ln_intern_add(&intern, &number, 2, &number)); /* another length is another string */
    assert_int_equal(number, 1000);
    ln_intern_fini(&intern);
    assert_int_equal(memory.used, 0);
}

/* Rows outgrow one, two and three bytes a number; what came before stays as it was. */
static void rows_outgrow_their_bytes(void **state)
{
    enum { COLUMNS = 4, ROWS = 70000 };
    struct ln_memory memory;
    struct ln_store store;
    uint32_t row;
    bool fresh;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    assert_true(ln_store_init(&store, COLUMNS, &memory));
    for (uint32_t i = 0; i < ROWS; i++) {
        uint32_t numbers[COLUMNS] = { i, i / 3, i % 7, i == ROWS - 1 ? 20000000 : 3 };
        assert_true(ln_store_add(&store, numbers, i ? i - 1 : LN_NO_ROW, &row, &fresh));
        assert_true(fresh && row == i);
        assert_true(ln_store_add(&store, numbers, 0, &row, &fresh));
        assert_true(!fresh && row == i);
    }
    for (uint32_t i = 0; i < ROWS; i++) {
        uint32_t expected[COLUMNS] = { i, i / 3, i % 7, i == ROWS - 1 ? 20000000 : 3 }, numbers[COLUMNS];
        ln_store_get(&store, i, numbers);
        assert_memory_equal(numbers, expected, sizeof numbers);
        assert_int_equal(ln_store_parent(&store, i), i ? i - 1 : LN_NO_ROW);
        assert_int_equal(ln_store_find(&store, expected), i);
        expected[2] = 99;
        assert_int_equal(ln_store_find(&store, expected), LN_NO_ROW);
    }
    ln_store_fini(&store);
    assert_int_equal(memory.used, 0);
}

/* r0 = choose(2); r1 = choose(r0 + 2): five runs. */
static void every_choice_is_made_once(void **state)
{
    struct ln_memory memory;
    struct ln_program program;
    struct ln_machine machine = { 0 };
    uint64_t registers[2];
    uint32_t runs = 0, seen = 0;
    struct ln_choices choices;
    const struct ln_instruction code[] = {
        { .code = LN_CHOOSE, .width = 64, .to = 0, .to2 = LN_NO_REGISTER, .a = { 2, LN_CONSTANT } },
        { .code = LN_ADD,
          .width = 64,
          .to = 1,
          .to2 = LN_NO_REGISTER,
          .a = { 0, LN_REGISTER },
          .b = { 2, LN_CONSTANT } },
        { .code = LN_CHOOSE, .width = 64, .to = 1, .to2 = LN_NO_REGISTER, .a = { 1, LN_REGISTER } },
        { .code = LN_RETURN,
          .width = 64,
          .to = LN_NO_REGISTER,
          .to2 = LN_NO_REGISTER,
          .a = { 0, LN_REGISTER },
          .b = { 1, LN_REGISTER } },
    };
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_program_init(&program, &memory);
    program.registers = 2;
    for (size_t i = 0; i < sizeof code / sizeof *code; i++)
        assert_true(ln_vec_push(&program.code, &memory, code[i]));
    assert_int_equal(ln_program_seal(&program), LN_OK);
    machine.program = &program;
    machine.registers = registers;
    ln_choices_begin(&machine);
    do {
        assert_int_equal(ln_machine_run(&machine, 0, 1), LN_RAN_RETURNED);
        seen |= 1u << (machine.value.kind * 3 + machine.value.word);
        runs++;
    } while (ln_choices_next(&machine, LN_RAN_RETURNED));
    assert_false(ln_choices_endless(&machine, &choices));
    assert_int_equal(runs, 5);
    assert_int_equal(seen, 1 | 2 | 8 | 16 | 32);
    ln_program_fini(&program);
    assert_int_equal(memory.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_strings_have_equal_numbers),
        cmocka_unit_test(rows_outgrow_their_bytes),
        cmocka_unit_test(every_choice_is_made_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
