#include "programs/compare.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

const char *const complaint_names[] = {
    "agreed",      "not compared",     "too slow",        "crashed",           "no verdict",
    "false alarm", "missed violation", "lacks a history", "invents a history",
};

enum { PATH = 256, COMMAND = 2048, ANSWER = 65536, SECONDS = 20, SCHEDULES_FEW = 2000 };

/* What one run said. */
struct explored {
    int code;
    char answer[ANSWER]; /* its JSON, or what it complained of */
    struct histories histories;
};

/* ---- running ---- */

static void name_file(const struct comparison *how, const char *name, char path[PATH])
{
    snprintf(path, PATH, "%s/%s", how->folder, name);
}

/* Without a bound: nobody can be preempted more often than there are steps, and as many exchanges may fail for no
 * reason, which counts as well. Much more would only take time: each bound is tried after the other. */
static unsigned preemptions(const struct comparison *how, const struct program *program, const struct truth *truth)
{
    unsigned most = program_has(program, WEAK_CAS) ? 2 * truth->steps : truth->steps;
    return how->bounded ? 1 : most < 99 ? most : 99;
}

static void write_command(const struct comparison *how, const struct program *program, unsigned bound, bool unchecked,
                          char command[COMMAND])
{
    static const char *const reuses[] = { "never", "lifo", "any" };
    char *test;
    size_t size;
    FILE *to = open_memstream(&test, &size);
    if (!to)
        abort();
    program_write_test(program, to);
    fclose(to);
    snprintf(command, COMMAND,
             "%s explore --jobs 1 --json --timeout %us %s--test '%s' --preemptions %u --switches %u --reuse %s "
             "--histories %s/histories --no-save --cc %s %s/program.c -- -w -O%u",
             how->linnet, SECONDS, unchecked ? "--unchecked " : "", test, bound, bound, reuses[how->reuse], how->folder,
             program->clang ? "clang" : "gcc", how->folder, program->optimise);
    free(test);
}

static void read_histories(const struct comparison *how, struct explored *out)
{
    char path[PATH], line[1024];
    struct history history;
    FILE *from;
    name_file(how, "histories", path);
    from = fopen(path, "r");
    while (from && fgets(line, sizeof line, from)) {
        if (!history_parse(line, &history)) {
            fprintf(stderr, "a history that cannot be read: %s", line);
            abort();
        }
        histories_add(&out->histories, &history);
    }
    if (from)
        fclose(from);
}

static void run(const struct comparison *how, const struct program *program, unsigned bound, bool unchecked,
                struct explored *out)
{
    char command[COMMAND], path[PATH], whole[COMMAND + PATH + 16];
    FILE *from;
    int status;
    memset(out, 0, sizeof *out);
    name_file(how, "histories", path);
    unlink(path);
    name_file(how, "answer", path);
    write_command(how, program, bound, unchecked, command);
    snprintf(whole, sizeof whole, "%s >%s 2>&1", command, path);
    status = system(whole);
    out->code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    from = fopen(path, "r");
    if (from) {
        out->answer[fread(out->answer, 1, ANSWER - 1, from)] = '\0';
        fclose(from);
    }
    read_histories(how, out);
}

static bool says(const struct explored *explored, const char *text)
{
    return strstr(explored->answer, text) != NULL;
}

/* ---- telling ---- */

static void tell_history(const struct comparison *how, const struct program *program, const struct history *history,
                         const char *what)
{
    if (!how->tell)
        return;
    fprintf(how->tell, "%s ", what);
    history_write(history, program, how->tell);
    fputc('\n', how->tell);
}

static void tell(const struct comparison *how, const struct program *program, const struct explored *explored,
                 const struct truth *truth)
{
    char command[COMMAND];
    if (!how->tell)
        return;
    write_command(how, program, preemptions(how, program, truth), false, command);
    fprintf(how->tell, "%s\nlinnet: exit %d, %.600s\n", command, explored->code, explored->answer);
    fprintf(how->tell, "true: %s%s%s, %zu tightest histories, %zu serial ones, about %llu schedules\n",
            truth->verdict == HOLDS ? "holds" : "violated", truth->fault ? ", by a memory error or an unlock" : "",
            truth->nondeterministic ? ", nondeterministic serially" : "", truth->all.length, truth->serial.length,
            (unsigned long long)truth->schedules);
    if (truth->verdict == VIOLATED && !truth->fault && !truth->nondeterministic)
        tell_history(how, program, &truth->unexplained, "unexplained:");
}

/* ---- comparing ---- */

/* Did it come to an end that says something? `code` is what that would be. */
static enum complaint look_at_end(const struct explored *explored, int code)
{
    const char *schedules = strstr(explored->answer, "\"schedules\":");
    if (says(explored, "\"reason\":\"time\""))
        return schedules && strtoull(schedules + 12, NULL, 10) > SCHEDULES_FEW ? NOT_COMPARED : TOO_SLOW;
    if (says(explored, "\"failure\":\"crash\"") || says(explored, "\"failure\":\"hang\"") ||
        says(explored, "\"failure\":\"exit\""))
        return CRASHED;
    return explored->code != code || says(explored, "\"failure\":\"diverges\"") ? NO_VERDICT : AGREED;
}

static bool returns_anything(const struct histories *histories)
{
    for (size_t i = 0; i < histories->length; i++)
        for (unsigned o = 0; o < ALL_CALLS; o++)
            if (histories->at[i].at[o].fate == RETURNED)
                return true;
    return false;
}

/* What holds of histories without a result says nothing: that is unknown. */
static int code_of(const struct comparison *how, const struct explored *explored, const struct truth *truth)
{
    bool empty = truth->verdict == HOLDS && !returns_anything(&truth->all);
    if (explored->code == 1)
        return 1;
    if (how->bounded && says(explored, "\"reason\":\"empty\""))
        return 2;
    return empty ? 2 : 0;
}

static enum complaint compare_verdicts(const struct comparison *how, const struct explored *explored,
                                       const struct truth *truth)
{
    enum complaint complaint = look_at_end(explored, code_of(how, explored, truth));
    if (complaint != AGREED)
        return complaint;
    if (explored->code == 1 && (truth->verdict == HOLDS || (says(explored, "\"failure\":\"fault\"") && !truth->fault)))
        return FALSE_ALARM;
    return explored->code == 0 && truth->verdict == VIOLATED && !how->bounded ? MISSED : AGREED;
}

/* Those of `a` that `b` does not have. */
static bool tell_missing(const struct comparison *how, const struct program *program, const struct histories *a,
                         const struct histories *b, const char *what)
{
    unsigned told = 0;
    for (size_t i = 0; i < a->length; i++)
        if (!histories_cover(b, &a->at[i]) && told++ < 4)
            tell_history(how, program, &a->at[i], what);
    return told > 0;
}

static enum complaint compare_histories(const struct comparison *how, const struct program *program,
                                        const struct explored *explored, const struct truth *truth)
{
    if (tell_missing(how, program, &explored->histories, &truth->all, "invented:"))
        return INVENTS;
    if (!how->bounded && tell_missing(how, program, &truth->all, &explored->histories, "lacking:"))
        return LACKS;
    return AGREED;
}

/* A violation ends the search, so all histories want another one that judges nothing. */
static enum complaint compare_with(const struct comparison *how, const struct program *program,
                                   const struct truth *truth)
{
    struct explored *explored = malloc(sizeof *explored);
    enum complaint complaint;
    if (!explored)
        abort();
    run(how, program, preemptions(how, program, truth), false, explored);
    complaint = compare_verdicts(how, explored, truth);
    if (complaint == AGREED && !truth->fault && explored->code == 1) {
        histories_free(&explored->histories);
        run(how, program, preemptions(how, program, truth), true, explored);
        complaint = look_at_end(explored, 2);
    }
    if (complaint > NOT_COMPARED)
        tell(how, program, explored, truth);
    else if (complaint == AGREED && !truth->fault)
        complaint = compare_histories(how, program, explored, truth);
    if (complaint == LACKS || complaint == INVENTS)
        tell(how, program, explored, truth);
    histories_free(&explored->histories);
    free(explored);
    return complaint;
}

/* clang asks by value, and is told what was there: that cannot be other than it is. */
bool weak_may_fail(const struct program *program)
{
    return !program->clang;
}

static bool write_program(const struct comparison *how, const struct program *program)
{
    char path[PATH];
    FILE *to;
    name_file(how, "program.c", path);
    to = fopen(path, "w");
    if (!to)
        return false;
    program_write(program, to);
    return fclose(to) == 0;
}

enum complaint compare(const struct comparison *how, const struct program *program)
{
    struct how oracle = { how->reuse, weak_may_fail(program), how->wrong };
    enum complaint complaint = NOT_COMPARED;
    struct truth truth;
    truth_find(&truth, program, oracle);
    if (truth.usable == USABLE)
        complaint = write_program(how, program) ? compare_with(how, program, &truth) : NO_VERDICT;
    truth_free(&truth);
    return complaint;
}
