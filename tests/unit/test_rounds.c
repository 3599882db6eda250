/* Work inside a step that goes round: what never ends is told from what only takes long, and from what a choice can
 * leave. */
#include "steps/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
    struct ln_memory memory;
    struct ln_program program;
    struct ln_machine machine;
    uint64_t registers[2];
};

#define NONE .to = LN_NO_REGISTER
#define CODE(...) ((struct ln_instruction){ .width = 32, .to2 = LN_NO_REGISTER, __VA_ARGS__ })

static void begin(struct fixture *f, const struct ln_instruction *code, size_t count)
{
    memset(f, 0, sizeof *f);
    ln_memory_init(&f->memory, UINT64_MAX);
    ln_program_init(&f->program, &f->memory);
    f->program.registers = 2;
    for (size_t i = 0; i < count; i++)
        assert_true(ln_vec_push(&f->program.code, &f->memory, code[i]));
    assert_int_equal(ln_program_seal(&f->program), LN_OK);
    f->machine.program = &f->program;
    f->machine.registers = f->registers;
}

static void end(struct fixture *f)
{
    ln_machine_fini(&f->machine);
    ln_program_fini(&f->program);
    assert_int_equal(f->memory.used, 0);
}

/* r0 = (r0 + 1) % 5; if (r0 != until) again */
static enum ln_ran turn_until(uint64_t until)
{
    const struct ln_instruction code[] = {
        CODE(.code = LN_ADD, .to = 0, .a = ln_register(0), .b = ln_constant(1)),
        CODE(.code = LN_UREM, .to = 0, .a = ln_register(0), .b = ln_constant(5)),
        CODE(.code = LN_NE, .to = 1, .a = ln_register(0), .b = ln_constant(until)),
        CODE(.code = LN_BRANCH, NONE, .a = ln_register(1), .target = 0, .other = 4),
        CODE(.code = LN_RETURN, NONE, .a = ln_register(0), .b = ln_constant(0)),
    };
    struct fixture f;
    enum ln_ran ran;
    begin(&f, code, sizeof code / sizeof *code);
    ln_choices_begin(&f.machine);
    ran = ln_machine_run(&f.machine, 0, 1);
    end(&f);
    return ran;
}

static void what_repeats_itself_never_ends(void **state)
{
    (void)state;
    assert_int_equal(turn_until(4), LN_RAN_RETURNED);
    assert_int_equal(turn_until(7), LN_RAN_ENDLESS);
}

/* while (r0 < turns) r0++ */
static enum ln_ran count_to(uint64_t turns)
{
    const struct ln_instruction code[] = {
        CODE(.code = LN_ADD, .to = 0, .a = ln_register(0), .b = ln_constant(1)),
        CODE(.code = LN_ULT, .to = 1, .a = ln_register(0), .b = ln_constant(turns)),
        CODE(.code = LN_BRANCH, NONE, .a = ln_register(1), .target = 0, .other = 3),
        CODE(.code = LN_RETURN, NONE, .a = ln_register(0), .b = ln_constant(0)),
    };
    struct fixture f;
    enum ln_ran ran;
    begin(&f, code, sizeof code / sizeof *code);
    ln_choices_begin(&f.machine);
    ran = ln_machine_run(&f.machine, 0, 1);
    end(&f);
    return ran;
}

static void what_takes_long_is_not_endless(void **state)
{
    (void)state;
    assert_int_equal(count_to(100000), LN_RAN_RETURNED);
    assert_int_equal(count_to(LN_MOST_LOCAL), LN_RAN_LONG);
}

/* r0 = choose(options); if (r0 != out) again: how many runs there are, and whether some way leads out. */
static bool choose_until(uint32_t options, uint64_t out, uint32_t *runs)
{
    const struct ln_instruction code[] = {
        CODE(.code = LN_CHOOSE, .to = 0, .a = ln_constant(options)),
        CODE(.code = LN_NE, .to = 1, .a = ln_register(0), .b = ln_constant(out)),
        CODE(.code = LN_BRANCH, NONE, .a = ln_register(1), .target = 0, .other = 3),
        CODE(.code = LN_RETURN, NONE, .a = ln_register(0), .b = ln_constant(0)),
    };
    struct ln_choices choices;
    struct fixture f;
    enum ln_ran ran;
    bool endless;
    begin(&f, code, sizeof code / sizeof *code);
    ln_choices_begin(&f.machine);
    *runs = 0;
    do {
        ran = ln_machine_run(&f.machine, 0, 1);
        assert_true(ran == LN_RAN_RETURNED || ran == LN_RAN_ROUND);
        ++*runs;
    } while (ln_choices_next(&f.machine, ran));
    endless = ln_choices_endless(&f.machine, &choices);
    end(&f);
    return endless;
}

static void a_choice_may_lead_out(void **state)
{
    uint32_t runs;
    (void)state;
    assert_false(choose_until(2, 0, &runs));
    assert_true(choose_until(2, 5, &runs));
    assert_false(choose_until(50, 49, &runs)); /* as many runs as choices, not as ways through them */
    assert_true(runs < 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_repeats_itself_never_ends),
        cmocka_unit_test(what_takes_long_is_not_endless),
        cmocka_unit_test(a_choice_may_lead_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
