/* Cartesian partial-order reduction (Gueta, Flanagan, Yahav and Sagiv, SPIN 2007; refinement paper, Definition 8 and
 * Algorithms 4.4 and A.1).
 *
 * From a state each process gets a path of its own steps, such that a step that is not the last of its path does not
 * touch what any step of another path touches (but for reading what is only read). Then nothing is lost by running
 * each path to its end without interruption: of any run from the state, take the process that comes to the end of its
 * path first; its steps can be moved to the front (Theorem 6). Visible actions end a path. A path that comes back to
 * where it was goes on for ever and need not be looked at.
 *
 * Where A.1 is silent or too generous: at a choice the path ends, with one way on for each branch; failures are
 * visible; a process that waits has an empty path, but what it waits for counts as its last step, so that whoever
 * changes it stops there; first steps are compared for all processes, also for those whose first step is visible
 * (points touch memory). What a step touches is what it has touched in this state, all its branches together
 * (ln_footprint), with the blocks and pools of allocations; that footprints share bits makes some steps depend on each
 * other that do not: sound.
 *
 * With a garbage collector an allocation depends on every step, since any may drop the last pointer to a block; and it
 * begins a path, since garbage is collected between paths.
 *
 * States from which no call can return are kept, too (docs/decisions/0030).
 *
 * Time: O(processes) for each step of each path, plus looking for each state among those before it on the path. */
#include "refine/cartesian.h"

#include <assert.h>
#include <string.h>

enum fate { NOTHING, OPEN, CLOSED, ENDLESS };

struct ln_path {
    enum fate fate;
    uint32_t shared, local;          /* before its last step */
    struct ln_move move;             /* that step, while it is the only one */
    struct ln_footprint inner, last; /* all steps but the last; the last */
};

bool ln_cartesian_init(struct ln_cartesian *cartesian, struct ln_system *system, struct ln_memory *memory)
{
    *cartesian = (struct ln_cartesian){ .system = system, .memory = memory };
    cartesian->paths = ln_take_zeroed(memory, system->options.processes * sizeof *cartesian->paths);
    return cartesian->paths != NULL;
}

void ln_cartesian_fini(struct ln_cartesian *cartesian)
{
    if (!cartesian->system)
        return;
    ln_give(cartesian->memory, cartesian->paths, cartesian->system->options.processes * sizeof *cartesian->paths);
    ln_vec_fini(&cartesian->seen, cartesian->memory);
    ln_vec_fini(&cartesian->ways, cartesian->memory);
    cartesian->system = NULL;
}

static enum ln_status add_moves(struct ln_cartesian *c, uint32_t shared, uint32_t local, uint32_t process)
{
    struct ln_moves_of moves;
    enum ln_status status = ln_system_moves(c->system, shared, local, process, &moves);
    for (uint32_t i = 0; !status && i < moves.count; i++)
        if (!ln_vec_push(&c->ways, c->memory, ((struct ln_way){ process, local, moves.at[i] })))
            status = LN_NO_MEMORY;
    c->moving += !status && moves.count && !ln_system_is_idle(c->system, local);
    return status;
}

enum ln_status ln_cartesian_all(struct ln_cartesian *c, uint32_t shared, const uint32_t *locals)
{
    enum ln_status status = LN_OK;
    c->ways.length = c->moving = 0;
    for (uint32_t p = 0; p < c->system->options.processes && !status; p++)
        status = add_moves(c, shared, locals[p], p);
    return status;
}

/* ---- what depends on what ---- */

static bool depend(const struct ln_footprint *a, const struct ln_footprint *b)
{
    uint64_t both = 0;
    for (int w = 0; w < 2; w++)
        both |= (a->writes[w] & (b->reads[w] | b->writes[w])) | (a->reads[w] & b->writes[w]);
    return both != 0;
}

static void join(struct ln_footprint *to, const struct ln_footprint *from)
{
    for (int w = 0; w < 2; w++) {
        to->reads[w] |= from->reads[w];
        to->writes[w] |= from->writes[w];
    }
}

static void close_path(struct ln_path *path)
{
    if (path->fate == OPEN)
        path->fate = CLOSED;
}

/* The last step of that path is new: neither it nor another last step that depends on it can have steps behind it. */
static void close_dependent(struct ln_cartesian *c, uint32_t process)
{
    struct ln_path *path = &c->paths[process];
    for (uint32_t q = 0; q < c->system->options.processes; q++)
        if (q != process && depend(&path->last, &c->paths[q].last)) {
            close_path(path);
            close_path(&c->paths[q]);
        }
}

static bool touches_inner(const struct ln_cartesian *c, uint32_t process, const struct ln_footprint *footprint)
{
    for (uint32_t q = 0; q < c->system->options.processes; q++)
        if (q != process && depend(footprint, &c->paths[q].inner))
            return true;
    return false;
}

/* ---- paths ---- */

/* The step that the process takes there becomes its last. */
static void set_last(struct ln_path *path, uint32_t shared, uint32_t local, const struct ln_moves_of *moves)
{
    path->shared = shared;
    path->local = local;
    path->last = moves->footprint;
    path->fate = moves->count ? OPEN : NOTHING;
    if (moves->count == 1 && !moves->at[0].label)
        path->move = moves->at[0];
    else
        close_path(path);
}

static bool was_seen(const struct ln_cartesian *c, const struct ln_path *path)
{
    uint64_t state = (uint64_t)path->move.shared << 32 | path->move.local;
    for (size_t i = c->seen.length; i-- > 0;)
        if (c->seen.at[i] == state)
            return true;
    return false;
}

/* One more step, if there may be one. */
static enum ln_status extend_once(struct ln_cartesian *c, uint32_t process)
{
    struct ln_path *path = &c->paths[process];
    struct ln_move move = path->move;
    struct ln_moves_of moves;
    enum ln_status status;
    assert(path->fate == OPEN && !move.label && c->seen.length < LN_LONGEST_PATH);
    if (!ln_vec_push(&c->seen, c->memory, (uint64_t)path->shared << 32 | path->local))
        return LN_NO_MEMORY;
    if (was_seen(c, path)) {
        path->fate = ENDLESS;
        return LN_OK;
    }
    status = ln_system_moves(c->system, move.shared, move.local, process, &moves);
    if (status)
        return status;
    if (!moves.count || c->seen.length == LN_LONGEST_PATH || touches_inner(c, process, &moves.footprint) ||
        (c->system->program->collected && ln_footprint_is_everything(&moves.footprint))) {
        close_path(path);
        return LN_OK;
    }
    join(&path->inner, &path->last);
    set_last(path, move.shared, move.local, &moves);
    close_dependent(c, process);
    return LN_OK;
}

static enum ln_status begin(struct ln_cartesian *c, uint32_t shared, const uint32_t *locals)
{
    for (uint32_t p = 0; p < c->system->options.processes; p++) {
        struct ln_moves_of moves;
        enum ln_status status = ln_system_moves(c->system, shared, locals[p], p, &moves);
        if (status)
            return status;
        memset(&c->paths[p].inner, 0, sizeof c->paths[p].inner);
        set_last(&c->paths[p], shared, locals[p], &moves);
    }
    for (uint32_t p = 0; p < c->system->options.processes; p++)
        close_dependent(c, p);
    return LN_OK;
}

enum ln_status ln_cartesian_vector(struct ln_cartesian *c, uint32_t shared, const uint32_t *locals)
{
    enum ln_status status = begin(c, shared, locals);
    for (uint32_t p = c->system->options.processes; p-- > 0 && !status;)
        for (c->seen.length = 0; c->paths[p].fate == OPEN && !status;)
            status = extend_once(c, p);
    c->ways.length = c->moving = 0;
    for (uint32_t p = 0; p < c->system->options.processes && !status; p++) {
        const struct ln_path *path = &c->paths[p];
        assert(path->fate != OPEN);
        c->moving += path->fate == ENDLESS;
        if (path->fate == CLOSED)
            status = add_moves(c, path->shared, path->local, p);
    }
    return status;
}
