/* Inside src/gen only: one run of the generator. */
#ifndef LN_GEN_RUN_H
#define LN_GEN_RUN_H

#include "gen/draw.h"
#include "gen/gen.h"
#include "gen/writer.h"
#include "spec/possible_states.h"

enum ln_gen_stage { LN_STAGE_IDLE, LN_STAGE_CALLED, LN_STAGE_EFFECTIVE };

struct ln_actor {
    enum ln_gen_stage stage;
    bool pending;   /* this operation will never return */
    bool effective; /* a pending one: it takes effect before it is given up */
    bool faulty;
    bool written;   /* the result stands in `text`, because tables do not live that long */
    uint8_t waited; /* how often it could not take effect */
    uint32_t key;
    uint64_t name, called, effect;
    struct ln_drawn drawn;
    ln_value result;
    struct ln_str text;
};

struct ln_gen_object {
    uint8_t *at;
    size_t length, room;
};

struct ln_fault {
    bool wanted, placed;
    bool lists;         /* the wrong result is a list */
    bool in_sequence;   /* the run starts with one operation at a time, so that the states are known */
    uint64_t operation; /* its number, which is its place in the file */
    uint64_t call;      /* and the number of its call, which is not later */
    struct ln_drawn drawn;
    ln_value result;
    struct ln_possible states; /* of the one object that the sequence is about */
};

struct ln_gen_run {
    const struct ln_gen_options *options;
    struct ln_memory *memory;
    struct ln_error *error;
    struct ln_values values;
    struct ln_spec spec;
    struct ln_draw draw;
    struct ln_next next;
    struct ln_actor *actors;
    struct ln_gen_object *objects;
    uint32_t keys;
    uint32_t object_count; /* one per key, or one that holds all keys */
    size_t longest;        /* no state grows beyond */
    uint64_t clock, begun, effects, printed, names, open;
    uint32_t pending_left, failures;
    struct ln_fault fault;
    struct ln_writer *out;
    struct ln_str scratch;
    enum ln_status status;
};

struct ln_invocation ln_run_invocation(const struct ln_gen_run *run, const struct ln_drawn *drawn, uint32_t key);

/* The history's. */
void ln_write_header(struct ln_gen_run *run);
/* The operation with its return, which happens now. */
void ln_write_line(struct ln_gen_run *run, const struct ln_actor *actor);
void ln_write_fault(struct ln_gen_run *run, struct ln_gen_fault *fault);

/* Decides where the fault goes and, if it can be known from the start, what it is. */
enum ln_status ln_fault_plan(struct ln_gen_run *run);
/* The operation that the plan left open, wrong in every state that the object may be in. */
enum ln_status ln_fault_choose(struct ln_gen_run *run);
/* After the table of values was emptied. */
enum ln_status ln_fault_renew(struct ln_gen_run *run);

#endif
