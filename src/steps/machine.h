/* Runs one step of a process: concretely, and with every choice given by the caller. */
#ifndef LN_STEPS_MACHINE_H
#define LN_STEPS_MACHINE_H

#include "steps/program.h"

enum ln_ran {
    LN_RAN,          /* it rests at machine.pc */
    LN_RAN_RETURNED, /* its operation is over; machine.value is the result */
    LN_RAN_BLOCKED,  /* the step cannot be taken here */
    LN_RAN_CUT,      /* the step leads where nobody wants to look */
    LN_RAN_FAULT,    /* the code did what it must not: machine.fault, at machine.pc */
    LN_RAN_POOL,     /* there was no block left, at machine.pc */
    LN_RAN_ENDLESS,  /* local work does not come to an end, at machine.pc */
    LN_RAN_NO_MEMORY
};

/* A linnet_value as code returns it: its first word (kind and length) and its second. */
struct ln_raw {
    uint64_t kind, word;
};

enum { LN_MOST_CHOICES = 64, LN_MOST_LOCAL = 1 << 20 };

/* Choices: the caller sets `given` and `pick`; a run that meets more takes 0 for them and tells how many there were. */
struct ln_choices {
    uint32_t count;
    uint32_t pick[LN_MOST_CHOICES], of[LN_MOST_CHOICES];
};

struct ln_machine {
    const struct ln_program *program;
    struct ln_program *making; /* while create() runs: where blocks are made. Else NULL */
    uint8_t *memory, *blocks;  /* shared */
    uint8_t *own;
    uint64_t *registers;
    struct ln_choices choices;
    uint32_t given;
    uint32_t process;
    bool hurry;  /* returns are no steps, as when only points are visible */
    uint32_t pc;
    bool pointed;
    struct ln_raw value, point;
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

/* The next run of choices in order after the one made: true when there is one, and `given` is set for it. */
bool ln_choices_next(struct ln_machine *machine);

/* Runs create() and, for each process, enter(); then fills the pools that operations take from with `pool` more blocks
 * each. The program is complete then. LN_BAD_INPUT with a message when the code fails. */
enum ln_status ln_program_make(struct ln_program *program, uint32_t processes, uint32_t pool, struct ln_error *error);

#endif
