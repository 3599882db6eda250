/* A module for tests of src/base/module.h: it doubles numbers. */
#include "base/module.h"

#ifndef TEST_MODULE_VERSION
#define TEST_MODULE_VERSION LINNET_VERSION
#endif

static int twice(int number)
{
    return 2 * number;
}

static int (*const interface)(int) = twice;

extern const struct ln_module linnet_module;
__attribute__((visibility("default"))) const struct ln_module linnet_module = { TEST_MODULE_VERSION, &interface };
