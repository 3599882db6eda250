/* Runs one step of a process: concretely, and with every choice given by the caller. */
#ifndef LN_STEPS_MACHINE_H
#define LN_STEPS_MACHINE_H

#include "steps/rounds.h"

enum ln_ran {
    LN_RAN,          /* it rests at machine.pc */
    LN_RAN_RETURNED, /* its operation is over; machine.value is the result */
    LN_RAN_BLOCKED,  /* the step cannot be taken here */
    LN_RAN_CUT,      /* the step leads where nobody wants to look */
    LN_RAN_FAULT,    /* the code did what it must not: machine.fault, at machine.pc */
    LN_RAN_POOL,     /* there was no block left, at machine.pc */
    LN_RAN_ENDLESS,  /* it comes back, at machine.pc, to where it was, and nothing was chosen between: it never ends */
    LN_RAN_ROUND,    /* it comes to where a run before it, or itself, has been: nothing new comes of it */
    LN_RAN_LONG,     /* more than LN_MOST_LOCAL instructions or LN_MOST_CHOICES choices: what comes is not known */
    LN_RAN_NO_MEMORY
};

/* A linnet_value as code returns it: its first word (kind and length) and its second. */
struct ln_raw {
    uint64_t kind, word;
};

enum { LN_MOST_LOCAL = 1 << 20 };

struct ln_machine {
    const struct ln_program *program;
    struct ln_program *making; /* while create() runs: where blocks are made. Else NULL */
    uint8_t *memory, *blocks;  /* shared */
    uint8_t *own;
    uint64_t *registers;
    struct ln_choices choices;
    uint32_t given;
    bool too_many; /* there were more choices than can be made */
    struct ln_rounds rounds;
    uint32_t process;
    bool hurry; /* returns are no steps, as when only points are visible */
    uint32_t pc;
    bool pointed;
    struct ln_raw value, point;
    uint32_t *types; /* per block: what it was allocated as. NULL: nobody asks */
    char fault[200];
    /* What the last instruction that touched shared memory did, for pictures and for reductions. */
    struct {
        uint32_t at; /* instruction */
        uint64_t address, old, now;
        uint64_t operands[2]; /* b and c, as they were */
        bool reads, writes, success;
    } access;
    void (*observe)(void *context, const struct ln_machine *machine); /* of each such access; may be NULL */
    void *context;
};

/* From `pc` on, with `steps` instructions that are steps (an atomic block counts as one). */
enum ln_ran ln_machine_run(struct ln_machine *machine, uint32_t pc, uint32_t steps);

/* Registers of arguments that a call does not have hold nothing, not what was there before. */
void ln_machine_clear_arguments(struct ln_machine *machine);

/* What it took for itself. */
void ln_machine_fini(struct ln_machine *machine);

/* All runs from one place, in the order of their choices: begin; run; then next, until it says false. It is told how
 * the run ended; `given` is set for the next. */
void ln_choices_begin(struct ln_machine *machine);
bool ln_choices_next(struct ln_machine *machine, enum ln_ran ran);
/* Then: is there a place that some of them came to and from which none ends, whatever is chosen? *choices lead
 * there. */
bool ln_choices_endless(struct ln_machine *machine, struct ln_choices *choices);

/* ---- inside src/steps ---- */

/* The machine has jumped back to machine.pc. */
enum ln_ran ln_rounds_jump(struct ln_machine *machine, uint32_t atomic);

/* Runs create() and, for each process, enter(); then fills the pools that operations take from with `pool` more blocks
 * each. The program is complete then. LN_BAD_INPUT with a message when the code fails. */
enum ln_status ln_program_make(struct ln_program *program, uint32_t processes, uint32_t pool, struct ln_error *error);

#endif
