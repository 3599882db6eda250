/* What the cases share: an object of one block of 64 bytes, and operations in one line. */
#ifndef CASE_H
#define CASE_H

#include <linnet/object.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define OP(name) static linnet_value name(void *o, const linnet_value *a)

/* With the operation `inc`, to be defined behind it. */
#define COUNTER                                                                                              \
    static void *make(void)                                                                                  \
    {                                                                                                        \
        return calloc(1, 64);                                                                                \
    }                                                                                                        \
    OP(inc);                                                                                                 \
    LINNET_OBJECT = { .name = "counter", .create = make, .operations = { { .name = "inc", .call = inc } } };

#endif
