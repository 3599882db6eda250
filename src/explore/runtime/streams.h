/* Inside the runtime only: streams that are printed to. */
#ifndef LN_EXPLORE_RUNTIME_STREAMS_H
#define LN_EXPLORE_RUNTIME_STREAMS_H

#include "explore/runtime/library.h"

#include <stdio.h>

/* Before a function of the C library prints to it: waits for who has locked it; unseen unless it is standard output or
 * error. */
void rt_stream(const FILE *stream, const char *function, uintptr_t pc);

#endif
