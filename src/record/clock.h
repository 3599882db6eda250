/* Which clock stamps are taken from. */
#ifndef LN_RECORD_CLOCK_H
#define LN_RECORD_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ln_clock {
    bool ticks; /* the processor's own; else the counter */
    const char *name;
    _Alignas(64) _Atomic uint64_t counter; /* may be in memory that processes share */
};

/* The processor's clock if it runs at one rate, never stops and agrees between cores; else the counter. */
void ln_clock_init(struct ln_clock *clock);
/* The counter in any case. */
void ln_clock_init_counter(struct ln_clock *clock);

#endif
