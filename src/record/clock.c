#include "record/clock.h"

#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>

/* The processor says that its counter never changes its pace; the kernel, which has compared the counters of all cores,
 * still lists it among the clocks that it would use. Without its word they are not trusted. */
static bool ticks_agree(void)
{
    unsigned a, b, c, d;
    char line[256] = "";
    bool listed = false;
    FILE *file;
    if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !(d & 1u << 27)) /* rdtscp */
        return false;
    if (!__get_cpuid(0x80000007, &a, &b, &c, &d) || !(d & 1u << 8)) /* invariant */
        return false;
    file = fopen("/sys/devices/system/clocksource/clocksource0/available_clocksource", "re");
    if (!file)
        return false;
    if (fgets(line, sizeof line, file)) {
        char *rest = NULL;
        for (char *word = strtok_r(line, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest))
            listed |= strcmp(word, "tsc") == 0;
    }
    fclose(file);
    return listed;
}

static const char *const ticks_name = "tsc";

#elif defined(__aarch64__)

/* One system counter for all cores, by the architecture. */
static bool ticks_agree(void)
{
    return true;
}

static const char *const ticks_name = "cntvct";

#else

static bool ticks_agree(void)
{
    return false;
}

static const char *const ticks_name = "";

#endif

void ln_clock_init_counter(struct ln_clock *clock)
{
    clock->ticks = false;
    clock->name = "counter";
    atomic_init(&clock->counter, 1);
}

void ln_clock_init(struct ln_clock *clock)
{
    ln_clock_init_counter(clock);
    if (ticks_agree()) {
        clock->ticks = true;
        clock->name = ticks_name;
    }
}
