/* Which steps of a run others can tell of. A step is relevant when it touches bytes that two threads touch, one of them
 * writing; when it takes, waits for or gives back what two threads use; when it makes or frees a block that another
 * thread touches; when a thread begins, ends or goes no further with it; and when it stands next to a preemption. What the thread
 * `alone` does, before and after all others, no other one can tell of. */
#ifndef LN_EXPLORE_SHOW_RELEVANCE_H
#define LN_EXPLORE_SHOW_RELEVANCE_H

#include "base/memory.h"
#include "explore/runtime/step.h"

/* relevant[i] for each step. False: memory was refused. O(n log n). */
bool ln_relevance(const struct ln_step *steps, size_t count, uint32_t alone, bool *relevant, struct ln_memory *memory);

bool ln_step_writes(const struct ln_step *step);

#endif
