/* Expressions in source text, around the places that compilers give. */
#include "../support/written_history.h"

#include "explore/show/expression.h"

/* The caret in the text is the place, and not part of it. */
static struct ln_piece placed(const char *marked, char *text, size_t *at)
{
    const char *caret = strchr(marked, '^');
    *at = (size_t)(caret - marked);
    memcpy(text, marked, *at);
    strcpy(text + *at, caret + 1);
    return (struct ln_piece){ text, strlen(text) };
}

static void expect_guesses(const char *marked, bool writes, const char *expected)
{
    char text[256], found[512] = "";
    size_t at;
    struct ln_guesses guesses;
    struct ln_piece whole = placed(marked, text, &at);
    ln_expression_guess(whole, at, writes, &guesses);
    for (size_t i = 0; i < guesses.count; i++) {
        strcat(found, i ? " | " : "");
        strncat(found, guesses.at[i].at, guesses.at[i].length);
    }
    if (strcmp(found, expected) != 0)
        fail_msg("%s: %s, expected %s", marked, found, expected);
}

static void assignments_have_their_left_side(void **state)
{
    (void)state;
    expect_guesses("    n->next ^= old;", true, "n->next | n");
    expect_guesses("    *value ^= t->value;", true, "*value | value");
    expect_guesses("    struct node *n ^= f();", true, "n");
    expect_guesses("{ a[i + 1].b[2] ^= 3; }", true, "a[i + 1].b[2] | a[i + 1].b | a[i + 1] | a");
    expect_guesses("x = y; (*q).n ^+= 4;", true, "(*q).n | (*q)");
    expect_guesses("f(x)->y ^= 4;", true, "f(x)->y | f(x)");
    expect_guesses("flag ^|= 4;", false, "flag");
    expect_guesses("flag ^<<= other;", false, "flag | other");
    expect_guesses("counter^++;", true, "counter");
    expect_guesses("^--q->count;", true, "q->count | q");
    expect_guesses("*(*pp + 1) ^= 2;", true, "*(*pp + 1) | (*pp + 1)");
}

static void reads_have_what_the_place_belongs_to(void **state)
{
    (void)state;
    expect_guesses("n->next ^= old;", false, "old");
    expect_guesses("int ^x = counter;", false, "counter | x");
    expect_guesses("v = t^->value;", false, "t->value | t");
    expect_guesses("v = t->^value;", false, "t->value | t");
    expect_guesses("v = pool[i]^.next->value;", false, "pool[i].next | pool[i] | pool");
    expect_guesses("v = pool[i].next^->value;", false, "pool[i].next->value | pool[i].next | pool[i] | pool");
    expect_guesses("v = grid[i]^[j];", false, "grid[i][j] | grid[i] | grid");
    expect_guesses("v = ^two[i][2];", false, "two[i][2] | two[i] | two");
    expect_guesses("q->^items[i] = 3;", false, "q->items[i] | q->items | q");
    expect_guesses("v = ^**pp;", false, "**pp | *pp | pp");
    expect_guesses("if (!^q->done)", false, "q | q->done");
    expect_guesses("if (flag ^== 1 && other)", false, "flag");
    expect_guesses("return ^other;", false, "other");
    expect_guesses("^return other;", false, "other");
    expect_guesses("x + a ^* counter;", false, "a | counter");
    expect_guesses("k = ^n->next;", false, "n | n->next");
}

static void what_is_not_understood_gives_no_guess(void **state)
{
    (void)state;
    expect_guesses("^}", false, "");
    expect_guesses("x = ^f(y);", false, "");
    expect_guesses("\"a\" ^;", false, "");
    expect_guesses("] ^= 3;", true, "");
    expect_guesses(") ^= 3;", true, "");
    expect_guesses("^= 3;", true, "");
    expect_guesses("^", false, "");
    expect_guesses("a[^", false, "");
    expect_guesses("a->^", false, "");
}

static void expect_call(const char *marked, const char *expected)
{
    char text[256], found[512] = "";
    size_t at;
    struct ln_call call;
    struct ln_piece whole = placed(marked, text, &at);
    if (ln_expression_call(whole, at, &call)) {
        strncat(found, call.object.length ? call.object.at : "", call.object.length);
        strcat(found, call.object.length ? " . " : "");
        strncat(found, call.callee.at, call.callee.length);
        for (size_t i = 0; i < call.count; i++)
            strncat(strcat(found, " | "), call.arguments[i].at, call.arguments[i].length);
    }
    if (strcmp(found, expected) != 0)
        fail_msg("%s: %s, expected %s", marked, found, expected);
}

static void calls_have_their_arguments(void **state)
{
    (void)state;
    expect_call("while (!^atomic_cas(&s->top, &old,\n n));", "atomic_cas | &s->top | &old | n");
    expect_call("^f(g(a, b), c[1, 2], \"x,(\");", "f | g(a, b) | c[1, 2] | \"x,(\"");
    expect_call("x = s->top.load^(order);", "s->top . load | order");
    expect_call("x = s->top.^load();", "s->top . load");
    expect_call("^std::atomic_load(&x);", "std::atomic_load | &x");
    expect_call("if ^(x)", "");
    expect_call("^x = f(y);", "");
    expect_call("^f(y;", "");
}

/* Whatever the text and the place, what is found is within the text. */
static void any_text_is_taken(void **state)
{
    static const char letters[] = "ab_1 .->[](){};,=+-*&!<|:\"'\n\\";
    struct ln_rng rng = { 7 };
    (void)state;
    for (int round = 0; round < 20000; round++) {
        size_t length = ln_rng_below(&rng, 30);
        char *text = malloc(length + 1); /* as long as the text, so that sanitizers see what is read beyond it */
        struct ln_piece whole = { text + 1, length };
        struct ln_guesses guesses;
        struct ln_call call;
        for (size_t i = 0; i < length; i++)
            text[i + 1] = letters[ln_rng_below(&rng, sizeof letters - 1)];
        for (size_t at = 0; at <= length; at++) {
            ln_expression_guess(whole, at, round & 1, &guesses);
            for (size_t i = 0; i < guesses.count; i++)
                assert_true(guesses.at[i].at >= whole.at &&
                            guesses.at[i].at + guesses.at[i].length <= whole.at + whole.length);
            if (ln_expression_call(whole, at, &call))
                for (size_t i = 0; i < call.count; i++)
                    assert_true(call.arguments[i].length <= length);
        }
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assignments_have_their_left_side),
        cmocka_unit_test(reads_have_what_the_place_belongs_to),
        cmocka_unit_test(what_is_not_understood_gives_no_guess),
        cmocka_unit_test(calls_have_their_arguments),
        cmocka_unit_test(any_text_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
