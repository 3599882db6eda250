/* Runs that come back to where they were: what is remembered to recognise them (steps/rounds.c). */
#ifndef LN_STEPS_ROUNDS_H
#define LN_STEPS_ROUNDS_H

#include "base/intern.h"
#include "steps/program.h"

enum { LN_MOST_CHOICES = 64, LN_MOST_OPTIONS = 1 << 12 }; /* of a step; of a choice */

/* Choices: the caller sets `given` and `pick`; a run that meets more takes 0 for them and tells how many there were. */
struct ln_choices {
    uint32_t count;
    uint32_t pick[LN_MOST_CHOICES], of[LN_MOST_CHOICES];
};

struct ln_round_edge {
    uint32_t from, to;
};

struct ln_rounds {
    struct ln_memory *memory; /* NULL: nothing is remembered yet */
    uint8_t *bytes;           /* what the machine is in, and what it was in at the place that is remembered */
    size_t room;
    uint32_t choices;     /* made when it was there */
    uint32_t jumps, next; /* jumps back since, and after how many the next place is remembered */
    /* Places that were come back to after a choice, in all runs; number 0 is where they begin. */
    struct ln_intern places;
    LN_VEC(struct ln_choices) ways; /* per place: the choices that led there first */
    LN_VEC(uint8_t) ends;           /* per place: a run ends, without another place on its way */
    LN_VEC(struct ln_round_edge) edges;
    uint32_t place, decided; /* the last place of this run, and the choices made then */
    bool begins_ends;        /* a run ends without any place on its way */
};

void ln_rounds_fini(struct ln_rounds *rounds);

static inline void ln_rounds_begin_run(struct ln_rounds *rounds)
{
    rounds->jumps = rounds->place = rounds->decided = 0;
    rounds->next = 1;
}

#endif
