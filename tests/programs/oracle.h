/* What a program can do, by trying everything. See enumerate.c for what is meant by that. */
#ifndef PROGRAMS_ORACLE_H
#define PROGRAMS_ORACLE_H

#include "programs/program.h"

enum fate { NOT_CALLED, PENDING, RETURNED };

/* Operation i of thread t is at t * CALLS + i, and in sets of operations bit that. */
struct history {
    struct {
        uint8_t fate;
        bool has_result;
        int16_t result;
        uint16_t before; /* those that had returned when it was called */
    } at[ALL_CALLS];
    bool stuck;
};

struct histories {
    struct history *at;
    size_t length, room;
};

void histories_add(struct histories *set, const struct history *history);
/* Leaves the tightest ones: of two that differ in their orders only, the one that has all of the other's order. */
void histories_tighten(struct histories *set);
bool histories_equal(const struct histories *a, const struct histories *b);
/* Is there one with the same results that has all of its order? */
bool histories_cover(const struct histories *set, const struct history *history);
void histories_free(struct histories *set);
void history_write(const struct history *history, const struct program *program, FILE *to);
/* One line of `linnet explore --histories`. */
bool history_parse(const char *line, struct history *out);

/* An oracle that is wrong on purpose, as explorers have been: to see that the comparison notices. */
enum wrong {
    WRONG_NOT,
    WRONG_YIELD, /* who has yielded is not preempted until its call returns */
    WRONG_FREE,  /* freed memory may be touched */
    WRONG_SPIN,  /* who only spins is taken for one that can go on: nothing is stuck but by locks */
    WRONGS
};

struct how {
    enum reuse reuse;
    bool weak_may_fail; /* weak compare-exchanges fail for no reason */
    enum wrong wrong;
};

enum verdict { HOLDS, VIOLATED };

enum usable {
    USABLE,
    TOO_LARGE, /* too many states or schedules */
    UNDEFINED, /* it unlocks another's lock, touches freed memory where that is used again, or the like */
    LIVELOCK,  /* goes round and round while memory changes: neither stuck nor at an end */
    NO_STEPS   /* a loop without any step */
};

struct truth {
    enum usable usable;
    bool fault;            /* a memory error, or a mutex unlocked by who does not hold it */
    bool nondeterministic; /* serially */
    enum verdict verdict;
    struct histories serial, all; /* of `all` the tightest */
    struct history unexplained;   /* one of them, of a violated one without fault that is deterministic */
    uint64_t schedules;
    uint32_t steps; /* of the longest execution, turns of loops not counted */
};

void truth_find(struct truth *truth, const struct program *program, struct how how);
void truth_free(struct truth *truth);

#endif
