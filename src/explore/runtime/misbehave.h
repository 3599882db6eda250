/* Inside the runtime only: calls that the code under test must not make. */
#ifndef LN_EXPLORE_RUNTIME_MISBEHAVE_H
#define LN_EXPLORE_RUNTIME_MISBEHAVE_H

/* The explorer cannot follow it: the end of everything, before anything has happened. */
_Noreturn void rt_refuse_call(const char *name);

#endif
