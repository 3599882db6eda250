#include "base/vec.h"

#include <assert.h>

bool ln_vec_grow(struct ln_memory *memory, void **at, size_t *room, size_t item, size_t least)
{
    enum { LARGE = 1 << 16 };
    size_t more = *room + *room / 2 + 8;
    void *grown;
    assert(item && least > *room);
    if (more < least)
        more = least;
    if (more > SIZE_MAX / item)
        return false;
    /* Near the limit, ask for no more than is needed, or little more: a large array is not to be copied at every step. */
    if (!ln_memory_fits(memory, (more - *room) * item)) {
        more = *room * item > LARGE ? *room + *room / 32 : least;
        if (more < least)
            more = least;
    }
    grown = ln_retake(memory, *at, *room * item, more * item);
    if (!grown)
        return false;
    assert(more >= least);
    *at = grown;
    *room = more;
    return true;
}
