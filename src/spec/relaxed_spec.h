/* An object of which less is demanded: what a relaxed history is judged by.
 *
 * Operations marked `optional` may have had no effect. And it may start in a state that is not known: there every
 * operation can happen, and one after which the object's state is certain (`settle`) makes it known. Whatever the
 * object itself accepts from any state, the relaxed one accepts too. */
#ifndef LN_SPEC_RELAXED_SPEC_H
#define LN_SPEC_RELAXED_SPEC_H

#include "spec/spec.h"

enum ln_start {
    LN_START_INITIAL,
    LN_START_ANYWHERE,      /* the state is not known, */
    LN_START_ANYWHERE_ALONE /* but only operations of one part ever happened to it */
};

/* `inner` must outlive it. */
struct ln_spec ln_spec_relaxed(const struct ln_spec *inner, enum ln_start start);

/* Can it start anywhere: is there any operation that makes an unknown state known? */
bool ln_spec_settles(const struct ln_spec *inner);

#endif
