/* Does a thread of another process get anywhere? Time in which it could not have, because others had the processor,
 * does not count: only what it has run, and how long it has been asleep or stopped. */
#ifndef LN_CONTAIN_PULSE_H
#define LN_CONTAIN_PULSE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Of one thread; all zero at first. */
struct ln_pulse {
    uint64_t looked; /* when, in nanoseconds; 0: never */
    uint64_t ran;    /* what it had run by then, in ticks */
    double seconds;  /* for which it has run, slept or been stopped since it was last seen to get on */
};

/* Looks, and returns pulse->seconds. `moved`: it has got on since the last look. A thread that is no more gets
 * nowhere, either. */
double ln_pulse_look(struct ln_pulse *pulse, pid_t process, pid_t thread, bool moved);

#endif
