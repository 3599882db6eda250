/* A memory barrier of every thread of the process, so that those who record need none of their own. */
#ifndef LN_RECORD_BARRIER_H
#define LN_RECORD_BARRIER_H

#include <stdbool.h>

/* Once per process, before ln_barrier_all; false when the system has no such thing. */
bool ln_barrier_prepare(void);
void ln_barrier_all(void);

#endif
