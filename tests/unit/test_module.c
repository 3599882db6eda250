#include "base/module.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void a_module_is_loaded(void **state)
{
    const void *interface = NULL;
    struct ln_error error = { 0 };
    (void)state;
    assert_true(ln_module_is_there("test"));
    assert_int_equal(ln_module_load("test", "nothing", &interface, &error), LN_OK);
    assert_int_equal((*(int (*const *)(int))interface)(21), 42);
    assert_int_equal(ln_module_load("test", "nothing", &interface, &error), LN_OK);
}

static void one_that_is_not_there_is_missing(void **state)
{
    const void *interface = NULL;
    struct ln_error error = { 0 };
    (void)state;
    assert_false(ln_module_is_there("absent"));
    assert_int_equal(ln_module_load("absent", "libabsent-dev", &interface, &error), LN_MISSING);
    assert_non_null(strstr(error.message, "install libabsent-dev"));
    assert_null(interface);
}

static void one_of_another_version_is_refused(void **state)
{
    const void *interface = NULL;
    struct ln_error error = { 0 };
    (void)state;
    assert_int_equal(ln_module_load("stale", "nothing", &interface, &error), LN_MISSING);
    assert_non_null(strstr(error.message, "linnet-stale.so is not of linnet"));
    assert_null(interface);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_is_loaded),
        cmocka_unit_test(one_that_is_not_there_is_missing),
        cmocka_unit_test(one_of_another_version_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
