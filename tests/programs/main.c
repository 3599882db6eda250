/* programs LINNET COUNT [SEED [COMPLAINTS]]: random programs (program.h) as `linnet explore` sees them and as an oracle
 * does that tries everything (enumerate.c). The same programs must hold, the same be violated, and of those without
 * memory errors the histories must be the same.
 *
 * What is compared, precisely:
 * - Histories by their tightest: when calls and returns may be moved apart without a change of results, histories with
 *   less order come with those that have more, and whether an explorer lists them says nothing. So yields may be points
 *   or not, and memory that one thread alone touches may be stepped over or not.
 * - Stuck histories are those of fair executions that never end without any change of memory; programs with loops that
 *   change memory for ever are left out.
 * - A touch of freed memory, a second free, and a mutex unlocked by who does not hold it make a program violated,
 *   whatever its histories are, and these are not compared then. With memory that is used again the first of these is
 *   left out.
 * - Serial executions that depend on where blocks lie are left out, and so is the unlocking of another's lock that is
 *   no mutex.
 * - Conditions do not wake up for no reason. Weak compare-exchanges may fail for no reason where gcc compiles them; in
 *   a loop only a bounded search is asked about them, as there is no end of failing.
 * - A bounded search has to find nothing but what there is.
 *
 * At most COMPLAINTS (1) are told, each made small. */
#define _GNU_SOURCE
#include "programs/compare.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct counts {
    unsigned compared, violated, faulty, stuck, reused, bounded, unfinished, complaints;
    unsigned left_out[NO_STEPS + 1];
    unsigned notices[WRONGS]; /* programs that tell a wrong explorer from a right one */
};

/* In a block, to be on the safe side. */
static bool has_weak_loop(const struct program *program)
{
    unsigned depth;
    for (unsigned o = 0; o < program->operations; o++) {
        const struct operation *operation = &program->operation[o];
        depth = 0;
        for (unsigned i = 0; i < operation->count; i++) {
            depth += operation->at[i].kind == REPEAT || operation->at[i].kind == FOREVER || operation->at[i].kind == IF;
            depth -= operation->at[i].kind == END;
            if (depth && operation->at[i].kind == WEAK_CAS)
                return true;
        }
    }
    return false;
}

static void complain(const struct comparison *how, struct program *program, enum complaint complaint, uint64_t seed)
{
    struct comparison aloud = *how;
    printf("---- seed %llu: %s\n", (unsigned long long)seed, complaint_names[complaint]);
    shrink(how, program, complaint);
    program_write(program, stdout);
    aloud.tell = stdout;
    if (compare(&aloud, program) != complaint)
        printf("(not so any more)\n");
    fflush(stdout);
}

/* Would a wrong explorer give itself away by this program? A bit for each wrong. */
static unsigned notices(const struct program *program, const struct truth *truth)
{
    unsigned set = 0;
    for (unsigned wrong = 1; wrong < WRONGS; wrong++) {
        struct truth other;
        truth_find(&other, program, (struct how){ REUSE_NEVER, weak_may_fail(program), (enum wrong)wrong });
        if (other.usable != USABLE || other.verdict != truth->verdict ||
            (!truth->fault && !histories_equal(&other.all, &truth->all)))
            set |= 1u << wrong;
        truth_free(&other);
    }
    return set;
}

static bool has_stuck(const struct truth *truth)
{
    for (size_t i = 0; i < truth->all.length; i++)
        if (truth->all.at[i].stuck)
            return true;
    return false;
}

/* Compiling takes far longer than to know the truth, so of programs that say little only a few are compiled. */
static bool is_worth_it(const struct program *program, const struct truth *truth, struct random *random,
                        struct counts *counts)
{
    unsigned set = notices(program, truth);
    if (truth->verdict == HOLDS && !set && truth->all.length < 6 && random_below(random, 6))
        return false;
    counts->compared++;
    counts->violated += truth->verdict == VIOLATED;
    counts->faulty += truth->fault;
    counts->stuck += has_stuck(truth);
    for (unsigned wrong = 1; wrong < WRONGS; wrong++)
        counts->notices[wrong] += set >> wrong & 1;
    return true;
}

/* True: it was compared, and nothing is wrong. */
static bool try_one(const struct comparison *how, const struct program *program, uint64_t seed, struct counts *counts)
{
    struct program copy = *program;
    enum complaint complaint = compare(how, program);
    if (complaint == NOT_COMPARED && how->reuse == REUSE_NEVER)
        counts->unfinished++;
    if (complaint == AGREED || complaint == NOT_COMPARED)
        return complaint == AGREED;
    counts->complaints++;
    complain(how, &copy, complaint, seed);
    return false;
}

static void try_ways(struct comparison *how, const struct program *program, uint64_t seed, struct counts *counts)
{
    struct random random = { ~seed };
    how->bounded = weak_may_fail(program) && has_weak_loop(program);
    how->reuse = REUSE_NEVER;
    counts->bounded += how->bounded;
    if (!try_one(how, program, seed, counts))
        return;
    if (program_may_reuse(program)) {
        how->reuse = random_below(&random, 2) ? REUSE_LIFO : REUSE_ANY;
        counts->reused += try_one(how, program, seed, counts);
    } else if (!how->bounded && random_below(&random, 8) == 0) {
        how->bounded = true;
        counts->bounded += try_one(how, program, seed, counts);
    }
}

static void try_program(struct comparison *how, uint64_t seed, struct counts *counts)
{
    struct random random = { seed };
    struct program program;
    struct truth truth;
    program_draw(&program, &random);
    truth_find(&truth, &program, (struct how){ REUSE_NEVER, weak_may_fail(&program), WRONG_NOT });
    counts->left_out[truth.usable]++;
    if (truth.usable == USABLE && is_worth_it(&program, &truth, &random, counts))
        try_ways(how, &program, seed, counts);
    truth_free(&truth);
}

/* ---- the end ---- */

static bool tell_counts(const struct counts *counts, uint64_t seed)
{
    bool ok = true;
    printf("seed %llu: %u programs, %u violated (%u by memory errors or unlocks), %u with stuck histories\n"
           "of these %u also with memory used again, %u within bounds\n",
           (unsigned long long)seed, counts->compared, counts->violated, counts->faulty, counts->stuck, counts->reused,
           counts->bounded);
    printf("left out: %u too large, %u undefined, %u livelocks, %u without steps; not finished: %u\n",
           counts->left_out[TOO_LARGE], counts->left_out[UNDEFINED], counts->left_out[LIVELOCK],
           counts->left_out[NO_STEPS], counts->unfinished);
    if (counts->unfinished * 20 > counts->compared + 40) {
        printf("too many were not finished\n");
        ok = false;
    }
    printf("would notice: %u no preemption after a yield, %u that free is no write, %u that nobody spins for ever\n",
           counts->notices[WRONG_YIELD], counts->notices[WRONG_FREE], counts->notices[WRONG_SPIN]);
    for (unsigned wrong = 1; wrong < WRONGS && counts->compared >= 100; wrong++)
        if (counts->notices[wrong] * 100 < counts->compared) {
            printf("too few programs would notice: the test has gone blind\n");
            ok = false;
        }
    return ok;
}

static void forget(const char *folder)
{
    static const char *const names[] = { "program.c", "histories", "answer" };
    char path[256];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

static uint64_t number(int argc, char **argv, int index, uint64_t otherwise)
{
    return argc > index ? strtoull(argv[index], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/linnet-programs-XXXXXX";
    struct comparison how = { .linnet = argv[1], .folder = folder };
    uint64_t count = number(argc, argv, 2, 20), seed = number(argc, argv, 3, 1), most = number(argc, argv, 4, 1);
    struct counts counts = { 0 };
    bool ok;
    if (argc < 2 || !mkdtemp(folder))
        return 64;
    ok = compare_cases(&how);
    for (uint64_t i = 0; counts.compared < count && counts.complaints < most; i++)
        try_program(&how, seed * 1000003 + i, &counts);
    ok &= tell_counts(&counts, seed);
    forget(folder);
    return ok && !counts.complaints ? 0 : 1;
}
