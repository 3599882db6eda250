/* A counterexample again, from the first state on, by a machine that remembers nothing of the search: what happened, in
 * order, with its places in the source. */
#ifndef LN_REFINE_REPLAY_H
#define LN_REFINE_REPLAY_H

#include "refine/refine.h"

/* LN_SCENE_WAITS: it never goes on, or never comes to an end. */
enum ln_scene_kind { LN_SCENE_CALL, LN_SCENE_RETURN, LN_SCENE_STEP, LN_SCENE_WAITS, LN_SCENE_FAULT };

struct ln_scene_row {
    uint32_t process;
    enum ln_scene_kind kind;
    uint32_t call;       /* of a call and its return */
    struct ln_raw value; /* of a return */
    struct ln_place place;
    const char *text; /* of a step, a fault, and of what is waited for */
    bool preempts;    /* the process of the row before could have gone on */
};

struct ln_scene {
    struct ln_memory *memory;
    struct ln_arena arena;
    LN_VEC(struct ln_scene_row) rows;
};

/* LN_INTERNAL when the flaw does not come about again. Of traces that means only that a call returns in the end;
 * whether the history is a violation is for others to say. Fini either way. */
enum ln_status ln_scene_init(struct ln_scene *scene, const struct ln_refinement *refinement,
                             const ln_decisions *decisions);
void ln_scene_fini(struct ln_scene *scene);

#endif
