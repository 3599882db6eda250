/* Where an order fails: deciding the operations around that place by search, and nothing else.
 *
 * The window is what was placed since a cut some way back, the operation that cannot be placed, and what the order says
 * next. It is searched from the states at the cut, with more order than real time asks for:
 * - Operations may leave their places in the order by a few places only, or only some of them may: an order that is
 *   nearly right is found near by. Without that, a queue has a state for every order of what is in it.
 * - Those that the order says last have to stay where they are, so that the search does not end in a state that
 *   explains the failure but not what follows.
 * - The operation that cannot be placed, and those that the order does not mention, may come wherever real time allows.
 * So a window without a linearisation says nothing, and a wider one is tried. */
#ifndef LN_CHECK_HINT_ORDER_REPAIR_H
#define LN_CHECK_HINT_ORDER_REPAIR_H

#include "check/hint/placing.h"
#include "check/search/search.h"

struct ln_window_event {
    uint64_t key; /* its position in the history << 32, and what tells points there apart */
    uint32_t event;
};

struct ln_order_repair {
    struct ln_memory *memory;
    struct ln_placing *follow;
    struct ln_search *search;
    struct ln_outcome found;  /* of a window */
    LN_VEC(uint32_t) members; /* its operations: those that have a place, in order, then the others */
    LN_VEC(uint64_t) points;  /* the places, as keys */
    LN_VEC(uint32_t) others;
    LN_VEC(struct ln_window_event) keyed; /* its events */
    LN_VEC(uint32_t) events;
    size_t frontier;      /* as that of `follow`, ahead of it */
    uint32_t latest_call; /* of those that have a place */
    uint32_t horizon;     /* the latest call of all */
    size_t failed;        /* the place of the one that cannot be placed */
    size_t end;           /* how many were placed when the last window was done */
    unsigned level;       /* how wide that was */
    uint32_t windows;     /* that were searched */
    uint64_t searched;    /* operations in them */
    uint64_t configurations, work;
};

void ln_order_repair_init(struct ln_order_repair *repair, struct ln_placing *follow, struct ln_memory *memory);
void ln_order_repair_fini(struct ln_order_repair *repair);
/* For another problem. */
void ln_order_repair_start(struct ln_order_repair *repair, struct ln_search *search);

/* `failed` cannot be placed. order[0 .. count) is what comes next; some of it may be placed or free by now. Afterwards
 * *done, and `follow` has placed it and more; or nothing has changed: the problem has to be decided as a whole. */
enum ln_status ln_order_repair(struct ln_order_repair *repair, uint32_t failed, const uint32_t *order, size_t count,
                               bool *done);

#endif
