/* Inside src/plugin only: values as the user's spec sees them. */
#ifndef LN_PLUGIN_VALUES_H
#define LN_PLUGIN_VALUES_H

#include "linnet/spec.h"

#include "history/value.h"

/* `*value` must outlive the view (short strings live in it); items of lists go to `arena`. False when memory is
 * refused. */
bool ln_plugin_view(const struct ln_values *values, const ln_value *value, struct ln_arena *arena, linnet_value *out);

/* The word that stands for a partition. Strings are hashed: two that fall together are judged together, which is
 * slower but as correct. False: not a value that a partition may be. */
bool ln_plugin_part(linnet_value value, ln_value *out);

#endif
