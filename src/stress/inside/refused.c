/* Without the headers that declare them: none returns, so their types do not matter. */
#include "stress/inside/inside.h"

#include "object/refused.h"

#define REFUSE(name)                 \
    void name(void);                 \
    void name(void)                  \
    {                                \
        linnet_inside_refuse(#name); \
    }

LN_REFUSED(REFUSE)
