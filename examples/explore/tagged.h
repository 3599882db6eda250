/* A pointer and a tag in one word. Whoever replaces the word counts the tag up, so a word that is the same as before
 * has not been replaced in between, whatever became of the node that it points to (until the tag has gone round). */
#ifndef TAGGED_H
#define TAGGED_H

#include <stdint.h>

typedef uint64_t tagged; /* the lower 48 bits point, which is all that user space has */

#define TAGGED_BITS 48

static inline void *tagged_pointer(tagged word)
{
    return (void *)(uintptr_t)(word & (((tagged)1 << TAGGED_BITS) - 1));
}

/* What comes after `seen`, and points to `pointer`. */
static inline tagged tagged_next(tagged seen, void *pointer)
{
    return (((seen >> TAGGED_BITS) + 1) << TAGGED_BITS) | (uintptr_t)pointer;
}

#endif
