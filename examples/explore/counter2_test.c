/* linnet explore counter2_test.c counter2.c
 *
 * The operations of counter_test.c, and what they ought to do: one that always does the wrong thing looks right
 * to itself. */
#define COUNTER_SPEC "counter"
#include "counter_test.c"
