/* What the calls of a program mean: from a state of the specification, which results may a call have, and which states
 * follow? States, results and what a process is about are numbers.
 *
 * A spec of the registry says whether a result is possible, not which ones are; it is asked about those that it answers
 * itself and those that can be named beforehand. Where a step leads that none of them explains, the call is done with a
 * result that nobody can return: its effect is there all the same. A result that comes up later and was not asked about
 * is learnt (`learnt`): then all that was computed is void, and the search begins again. A specification of the user's
 * own (refine/step_spec.h) can be asked for everything that it may do, and so can one that answers in one way only. */
#ifndef LN_REFINE_MEANING_H
#define LN_REFINE_MEANING_H

#include "base/intern.h"
#include "refine/system.h"
#include "spec/spec.h"

/* What a process is about: nothing (0), a call that has not taken effect (1 + call), or a result it may return. */
struct ln_phase {
    uint32_t operation;
    ln_value result; /* LN_VALUE_UNKNOWN: one that nobody can return */
};

struct ln_outcome_of {
    uint32_t phase, state;
};

struct ln_outcomes {
    uint32_t start, count;
};

struct ln_meaning {
    const struct ln_program *program;
    struct ln_memory *memory;
    struct ln_spec spec;
    struct ln_history calls; /* one operation per call, bound */
    struct ln_intern states;
    LN_VEC(struct ln_phase) done; /* phases behind those of the calls */
    LN_VEC(ln_value) candidates;  /* results to ask about */
    LN_VEC(struct ln_outcome_of) outcomes;
    uint32_t callers;                /* as far as they matter: 1, or the number of processes */
    LN_VEC(struct ln_outcomes) memo; /* per state, call and caller; not known yet while `count` is UINT32_MAX */
    struct ln_next next;
    bool learnt;
    struct ln_error *error;
};

/* `class` is the user's own spec, or NULL: then `text` names one of the registry. */
enum ln_status ln_meaning_init(struct ln_meaning *meaning, const struct ln_program *program, const char *text,
                               const struct ln_spec_class *class, struct ln_memory *memory, struct ln_error *error);
void ln_meaning_fini(struct ln_meaning *meaning);
/* Forgets what was computed, but not what was learnt. So many processes call. */
void ln_meaning_clear(struct ln_meaning *meaning, uint32_t processes);

/* Does it matter who calls? */
bool ln_meaning_by_process(const struct ln_meaning *meaning);

/* Lists of states: in `meaning->outcomes`, until the next question. */
enum ln_status ln_meaning_initial(struct ln_meaning *meaning, struct ln_outcomes *outcomes);
enum ln_status ln_meaning_of(struct ln_meaning *meaning, uint32_t state, uint32_t call, uint32_t process,
                             struct ln_outcomes *outcomes);

/* The phase in which an operation may return that value. *phase is LN_NO_PHASE when no state computed so far allows it,
 * LN_FAILED_PHASE when the value says that it had no effect; LN_BAD_INPUT when the object has no such results. */
enum ln_status ln_meaning_phase(struct ln_meaning *meaning, uint32_t operation, struct ln_raw raw, uint32_t *phase);
#define LN_NO_PHASE UINT32_MAX
#define LN_FAILED_PHASE (UINT32_MAX - 1)
#define LN_ANY_PHASE (UINT32_MAX - 2) /* a result that is not known: every one will do */

/* Does the call wait in that state? */
bool ln_meaning_blocks(const struct ln_meaning *meaning, uint32_t state, uint32_t call, uint32_t process);

static inline bool ln_phase_is_call(const struct ln_meaning *meaning, uint32_t phase)
{
    return phase && phase <= meaning->program->calls.length;
}

/* A returned value as a value; LN_BAD_INPUT when it is none that can be had here. *failed: it had no effect. */
enum ln_status ln_raw_value(struct ln_raw raw, const char *operation, struct ln_values *values, ln_value *value,
                            bool *failed, struct ln_error *error);

#endif
