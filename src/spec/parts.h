/* Which operations are independent of which: by object (Herlihy and Wing's locality) and, where the spec says so, by
 * part of an object (Horn and Kroening's P-compositionality). */
#ifndef LN_SPEC_PARTS_H
#define LN_SPEC_PARTS_H

#include "spec/spec.h"

/* Numbers the parts in the order of their first operation. part_of[operation] is LN_NO_OP for failed operations. */
enum ln_status ln_spec_parts(const struct ln_spec *spec, const struct ln_history *history, struct ln_memory *memory,
                             uint32_t *part_of, uint32_t *parts);

/* Are there parts of objects at all? One operation that touches a whole object makes all of them undivided. */
bool ln_spec_divides(const struct ln_spec *spec, const struct ln_history *history);

/* Does the history speak of more than one object? */
bool ln_spec_several_objects(const struct ln_spec *spec, const struct ln_history *history);

/* Is all of it one part, as can be seen without numbering? */
bool ln_spec_undivided(const struct ln_spec *spec, const struct ln_history *history);

#endif
