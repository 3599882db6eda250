#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "stress/stage.h"

#include <assert.h>
#include <sys/mman.h>

/* Large enough that the runner seldom waits, small enough to stay in the cache while it is read. */
enum { LOG_WORDS = 1 << 15 };

struct ln_stress_stage *ln_stage_new(const struct ln_stress_options *options)
{
    size_t log = (ln_log_bytes(LOG_WORDS) + 63) / 64 * 64;
    size_t bytes = (sizeof(struct ln_stress_stage) + 63) / 64 * 64 + log * options->threads;
    struct ln_stress_stage *stage = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(options->threads && options->threads <= LN_STRESS_THREADS);
    if (stage == MAP_FAILED)
        return NULL;
    stage->bytes = bytes;
    stage->log_bytes = log;
    stage->options = *options;
    ln_clock_init(&stage->clock);
    for (unsigned t = 0; t < options->threads; t++) {
        assert((char *)ln_stage_log(stage, t) + log <= (char *)stage + bytes);
        ln_log_init(ln_stage_log(stage, t), LOG_WORDS, &stage->clock);
        ln_stage_log(stage, t)->fenced = false; /* rounds are read when they are over */
    }
    return stage;
}

void ln_stage_free(struct ln_stress_stage *stage)
{
    if (stage)
        munmap(stage, stage->bytes);
}
