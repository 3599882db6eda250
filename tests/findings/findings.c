/* Holds is earned, whoever says it: walks what linnet printed, in JSON and in words, and finds answers that hold although
 * nothing was looked at or something was not seen.
 *
 *   findings PATH...        text, or directories whose files `stdout` are looked at; - is standard input
 *   findings --wrong FILE   every line of the file has to be found wrong
 *
 * A file `cmd` beside the text that has --allow-empty says that the user takes nothing for an answer. */
#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <yajl/yajl_tree.h>

static unsigned answers; /* that hold */
static const char *why;  /* the last one is wrong, or NULL */

/* ---- JSON ---- */

/* What tests hide ("seconds":S) becomes a number again. */
static void unmask(char *line)
{
    for (char *at = line; (at = strchr(at, ':')); at++)
        if (strchr("SMCB", at[1]) && at[1] && (at[2] == ',' || at[2] == '}'))
            at[1] = '1';
}

/* By itself, or in one of the parts of a finding. */
static yajl_val member(yajl_val object, const char *name)
{
    static const char *const parts[] = { "coverage", "evidence", "subject" };
    const char *alone[] = { name, NULL };
    yajl_val value = yajl_tree_get(object, alone, yajl_t_any);
    for (size_t i = 0; !value && i < sizeof parts / sizeof *parts; i++) {
        const char *path[] = { parts[i], name, NULL };
        value = yajl_tree_get(object, path, yajl_t_any);
    }
    return value;
}

static double number_of(yajl_val object, const char *name)
{
    yajl_val value = member(object, name);
    if (YAJL_IS_ARRAY(value))
        return (double)YAJL_GET_ARRAY(value)->len;
    return YAJL_IS_NUMBER(value) ? strtod(YAJL_GET_NUMBER(value), NULL) : 0;
}

static bool has(yajl_val object, const char *name)
{
    return member(object, name) != NULL;
}

static bool accepts(yajl_val object, const char *what)
{
    yajl_val list = member(object, "accepted");
    for (size_t i = 0; YAJL_IS_ARRAY(list) && i < YAJL_GET_ARRAY(list)->len; i++) {
        const char *name = YAJL_GET_STRING(YAJL_GET_ARRAY(list)->values[i]);
        if (name && strcmp(name, what) == 0)
            return true;
    }
    return false;
}

/* Counts of what each engine looks at; of recorded operations those that returned. All that are there have to be more
 * than none, and one has to be there. */
static bool looked(yajl_val object)
{
    static const char *const counts[] = {
        "states", "schedules", "tests", "rounds", "operations_run", "witness", "runs"
    };
    unsigned there = 0;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (!has(object, counts[i]))
            continue;
        if (number_of(object, counts[i]) <= 0)
            return false;
        there++;
    }
    if (has(object, "operations") && number_of(object, "operations") - number_of(object, "pending") <= 0)
        return false;
    return there || has(object, "operations");
}

/* Of code: some declared operation returned, and none was never called. What a test of the user's own never comes to is
 * his. */
static bool has_seen_operations(yajl_val object)
{
    const char *engine[] = { "engine", NULL }, *seen[] = { "seen", NULL };
    const char *by = YAJL_GET_STRING(yajl_tree_get(object, engine, yajl_t_string));
    yajl_val list = member(object, "operations");
    bool returned = false;
    for (size_t i = 0; YAJL_IS_ARRAY(list) && i < YAJL_GET_ARRAY(list)->len; i++) {
        const char *how = YAJL_GET_STRING(yajl_tree_get(YAJL_GET_ARRAY(list)->values[i], seen, yajl_t_string));
        if (!how)
            return true; /* they are those of a history */
        if (strcmp(how, "never called") == 0
                ? !by || strcmp(by, "explore") != 0
                : strncmp(how, "only", 4) != 0 && strcmp(how, "left out") != 0 && strcmp(how, "returned") != 0)
            return false;
        returned |= strcmp(how, "returned") == 0;
    }
    return returned || !YAJL_IS_ARRAY(list);
}

static bool is_named(const char *key, const char *word)
{
    return strncmp(key, word, strlen(word)) == 0;
}

/* Neither nothing, nor zero, nor false, nor a list of what the user accepts. */
static bool is_some(yajl_val value, yajl_val finding)
{
    for (size_t i = 0; YAJL_IS_ARRAY(value) && i < YAJL_GET_ARRAY(value)->len; i++) {
        const char *name = YAJL_GET_STRING(YAJL_GET_ARRAY(value)->values[i]);
        if (!name || !accepts(finding, name))
            return true;
    }
    return (YAJL_IS_OBJECT(value) && YAJL_GET_OBJECT(value)->len) ||
           (YAJL_IS_NUMBER(value) && strtod(YAJL_GET_NUMBER(value), NULL) != 0) || YAJL_IS_TRUE(value) ||
           YAJL_IS_STRING(value);
}

/* Is there something of that name, however deep in the finding? */
static bool says_some(yajl_val value, const char *word, yajl_val finding)
{
    for (size_t i = 0; YAJL_IS_ARRAY(value) && i < YAJL_GET_ARRAY(value)->len; i++)
        if (says_some(YAJL_GET_ARRAY(value)->values[i], word, finding))
            return true;
    for (size_t i = 0; YAJL_IS_OBJECT(value) && i < YAJL_GET_OBJECT(value)->len; i++) {
        yajl_val part = YAJL_GET_OBJECT(value)->values[i];
        if ((is_named(YAJL_GET_OBJECT(value)->keys[i], word) && is_some(part, finding)) ||
            says_some(part, word, finding))
            return true;
    }
    return false;
}

static void look_at_json(char *line)
{
    const char *path[] = { "verdict", NULL };
    const char *verdict;
    char error[256];
    yajl_val object;
    unmask(line);
    object = yajl_tree_parse(line, error, sizeof error);
    verdict = object ? YAJL_GET_STRING(yajl_tree_get(object, path, yajl_t_string)) : NULL;
    if (verdict && strcmp(verdict, "holds") == 0) {
        answers++;
        if (!looked(object) && !accepts(object, "empty"))
            why = "it holds, and nothing was looked at";
        else if (says_some(object, "unseen", object))
            why = "it holds, and something was not seen";
        else if (!has_seen_operations(object))
            why = "it holds, and an operation was not looked at";
        else if (says_some(object, "undecided", object))
            why = "it holds, and something was not decided";
        else if (has(object, "reason"))
            why = "it holds, and has a reason not to";
    } else if (!object && strstr(line, "\"verdict\":\"holds\"")) {
        why = "it holds, and is no JSON";
    }
    yajl_tree_free(object);
}

/* ---- words ---- */

/* The number before the word: `12 operations`, `15,408 schedules`; -1 when it does not stand there. */
static double count_of(const char *line, const char *word)
{
    double most = -1;
    for (const char *at = line; (at = strstr(at, word)); at++) {
        const char *digits = at;
        double number = 0;
        if (at - line < 2 || at[-1] != ' ' || !isdigit((unsigned char)at[-2]))
            continue;
        for (digits = at - 1; digits > line && (isdigit((unsigned char)digits[-1]) || digits[-1] == ','); digits--)
            ;
        for (; digits < at - 1; digits++)
            number = *digits == ',' ? number : number * 10 + (*digits - '0');
        most = number > most ? number : most;
    }
    return most;
}

/* The proofs of models tell their bounds, and how much that was in JSON. */
static bool is_proof(const char *line)
{
    return strstr(line, "no call is stuck") || strstr(line, "by its points") || strstr(line, "every call returns");
}

static void look_at_words(const char *line, bool nothing_will_do)
{
    static const char *const words[] = { "operation", "schedule", "test", "round", "stretch", "state" };
    bool any = false;
    if (strncmp(line, "holds: ", 7) != 0)
        return;
    answers++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        double count = count_of(line, words[i]), pending = count_of(line, "pending");
        any |= count > 0;
        if (count == 0 && !nothing_will_do)
            why = "it holds, and nothing was looked at";
        if (i == 0 && count > 0 && count == pending && !nothing_will_do && !strstr(line, "serial execution"))
            why = "it holds, and no operation returned";
    }
    if (!any && !is_proof(line) && !nothing_will_do)
        why = "it holds, and does not say what was looked at";
    if (strstr(line, "not seen") || strstr(line, "unseen"))
        why = "it holds, and something was not seen";
}

/* ---- files ---- */

static bool allows_nothing(const char *path)
{
    char beside[4096], line[4096];
    const char *slash = strrchr(path, '/');
    FILE *file;
    bool found = false;
    snprintf(beside, sizeof beside, "%.*scmd", slash ? (int)(slash + 1 - path) : 0, path);
    file = fopen(beside, "r");
    while (file && !found && fgets(line, sizeof line, file))
        found = strstr(line, "--allow-empty") != NULL;
    if (file)
        fclose(file);
    return found;
}

static unsigned look_at_file(const char *path, bool expect_wrong)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    bool nothing_will_do = allows_nothing(path);
    char *line = NULL;
    size_t room = 0;
    unsigned wrong = 0, number = 0;
    if (!file)
        return 0;
    while (getline(&line, &room, file) > 0) {
        why = NULL;
        number++;
        if (*line == '{')
            look_at_json(line);
        else
            look_at_words(line, nothing_will_do);
        if (!why == !expect_wrong)
            continue;
        printf("%s:%u: %s\n  %.300s\n", path, number, why ? why : "it was not found wrong", line);
        wrong++;
    }
    free(line);
    fclose(file);
    return wrong;
}

static unsigned look_at(const char *path)
{
    struct stat found;
    struct dirent *entry;
    unsigned wrong = 0;
    DIR *folder;
    if (strcmp(path, "-") == 0 || stat(path, &found) != 0 || !S_ISDIR(found.st_mode))
        return look_at_file(path, false);
    folder = opendir(path);
    while (folder && (entry = readdir(folder))) {
        char file[4096];
        snprintf(file, sizeof file, "%s/%s/stdout", path, entry->d_name);
        if (entry->d_name[0] != '.' && stat(file, &found) == 0)
            wrong += look_at_file(file, false);
    }
    if (folder)
        closedir(folder);
    return wrong;
}

int main(int argc, char **argv)
{
    unsigned wrong = 0;
    if (argc == 3 && strcmp(argv[1], "--wrong") == 0)
        return look_at_file(argv[2], true) != 0 || !answers;
    for (int i = 1; i < argc; i++)
        wrong += look_at(argv[i]);
    printf("%u answers hold, %u of them wrongly\n", answers, wrong);
    return wrong || !answers;
}
