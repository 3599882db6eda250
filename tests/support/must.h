/* For property tests: what must be so, or the test ends there. */
#ifndef LN_TESTS_MUST_H
#define LN_TESTS_MUST_H

#include <stdio.h>
#include <stdlib.h>

#define MUST(condition)                                                            \
    do {                                                                           \
        if (!(condition)) {                                                        \
            fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                               \
        }                                                                          \
    } while (0)

#endif
