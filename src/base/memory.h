/* Every byte the library takes is counted here, so that `--memory` holds and allocation failure can be tested.
 * One `ln_memory` is shared by all threads of a run. */
#ifndef LN_BASE_MEMORY_H
#define LN_BASE_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ln_memory {
    _Atomic uint64_t used;
    _Atomic uint64_t peak;
    uint64_t limit;             /* UINT64_MAX: none */
    _Atomic int64_t fail_after; /* tests only: allocations until one fails; negative is never */
};

void ln_memory_init(struct ln_memory *memory, uint64_t limit);

/* Could `bytes` more be taken without passing the limit? */
bool ln_memory_fits(const struct ln_memory *memory, uint64_t bytes);

/* NULL when the limit or the machine says no; the caller gives back the same size. */
void *ln_take(struct ln_memory *memory, size_t bytes);
void *ln_take_zeroed(struct ln_memory *memory, size_t bytes);
void *ln_retake(struct ln_memory *memory, void *old, size_t old_bytes, size_t bytes);
void ln_give(struct ln_memory *memory, void *block, size_t bytes);

#endif
