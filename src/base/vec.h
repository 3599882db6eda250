/* Growable arrays of any type: LN_VEC(uint32_t) list = {0}; ln_vec_push(&list, memory, x). */
#ifndef LN_BASE_VEC_H
#define LN_BASE_VEC_H

#include "base/memory.h"

#define LN_VEC(type)   \
    struct {           \
        type *at;      \
        size_t length; \
        size_t room;   \
    }

/* False when memory is refused; the array is then as it was. */
bool ln_vec_grow(struct ln_memory *memory, void **at, size_t *room, size_t item, size_t least);

#define ln_vec_reserve(vec, memory, least) \
    ((vec)->room >= (least) || ln_vec_grow((memory), (void **)&(vec)->at, &(vec)->room, sizeof *(vec)->at, (least)))

#define ln_vec_push(vec, memory, item) \
    (ln_vec_reserve((vec), (memory), (vec)->length + 1) && ((vec)->at[(vec)->length++] = (item), true))

#define ln_vec_fini(vec, memory) \
    (ln_give((memory), (vec)->at, (vec)->room * sizeof *(vec)->at), (vec)->at = NULL, (vec)->length = (vec)->room = 0)

#endif
