/* The functions that are refused. Without the headers that declare them: none returns, so their types do not matter. */
#include "explore/runtime/misbehave.h"

#include "object/refused.h"

#define REFUSE(name)           \
    void name(void);           \
    void name(void)            \
    {                          \
        rt_refuse_call(#name); \
    }

LN_REFUSED(REFUSE)

/* Signals of timers come at no point of a schedule; contexts are threads that nobody knows of. */
REFUSE(alarm)
REFUSE(ualarm)
REFUSE(setitimer)
REFUSE(timer_create)
REFUSE(swapcontext)
REFUSE(setcontext)
