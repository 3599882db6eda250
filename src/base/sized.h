/* Structs that programs hand over and that begin with their size, because they may grow (linnet/version.h). */
#ifndef LN_BASE_SIZED_H
#define LN_BASE_SIZED_H

#include <stddef.h>

/* Copies what was given into the struct as this library knows it, of `room` bytes: what is not there is zero, and NULL
 * is all zero. NULL, or what is wrong with it. Such structs have no padding, which an older program would fill with
 * anything where a newer library has a member. */
const char *ln_sized_read(void *own, size_t room, const void *given);

#endif
