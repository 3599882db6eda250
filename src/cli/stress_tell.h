/* What `linnet stress` says. */
#ifndef LN_CLI_STRESS_TELL_H
#define LN_CLI_STRESS_TELL_H

#include "inquiry/binding.h"
#include "inquiry/code/stress_judge.h"

struct stress_telling {
    const char *test;  /* the first file, as the user names it */
    const char *spec;  /* the object, as it is written */
    const char *save, *certificate;
    const struct ln_chosen_spec *chosen; /* for reading back */
    uint64_t seed;
    unsigned threads;
    bool json, quiet, keep_object;
    uint64_t cpu;      /* when it began */
    const volatile sig_atomic_t *interrupt;
};

/* Each returns an exit code. */

/* All rounds were judged, or as many as there was time for. */
int stress_tell_end(const struct stress_telling *telling, const struct ln_stress_judge *judge, bool interrupted);
/* The current round is violated. */
int stress_tell_violation(const struct stress_telling *telling, struct ln_stress_judge *judge, struct ln_stress *stress);
/* The user's code crashed, ended the program, or hangs. */
int stress_tell_accident(const struct stress_telling *telling, struct ln_stress_judge *judge, struct ln_stress *stress,
                         enum ln_stress_news news);

#endif
