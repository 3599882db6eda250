/* Files that are written whole or not at all. */
#include "base/outfile.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/linnet-outfile-XXXXXX";

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static enum ln_status write_whole(const char *path, const char *text, struct ln_error *error)
{
    struct ln_outfile file;
    enum ln_status status = ln_outfile_open(&file, path, error);
    if (status)
        return status;
    fputs(text, file.to);
    return ln_outfile_close(&file, error);
}

static void expect(const char *path, const char *text)
{
    char found[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(found, text);
}

/* Nothing but what is meant to be there. */
static unsigned count_files(void)
{
    DIR *open = opendir(".");
    unsigned count = 0;
    for (const struct dirent *entry; (entry = readdir(open));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(open);
    return count;
}

static int setup(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/linnet-outfile-XXXXXX");
    return !mkdtemp(folder) || chdir(folder) != 0;
}

static int teardown(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") != 0 || system(command) != 0;
}

static void appears_when_complete(void **state)
{
    struct ln_outfile file;
    struct ln_error error = { 0 };
    (void)state;
    assert_int_equal(ln_outfile_open(&file, "new", &error), LN_OK);
    fputs("text", file.to);
    assert_int_equal(access("new", F_OK), -1);
    assert_int_equal(ln_outfile_close(&file, &error), LN_OK);
    expect("new", "text");
    assert_int_equal(count_files(), 1);
    assert_int_equal(ln_outfile_close(&file, &error), LN_OK); /* it is not open */
}

static void replaces_at_once(void **state)
{
    struct ln_outfile file;
    struct ln_error error = { 0 };
    struct stat found;
    (void)state;
    put("old", "before");
    assert_int_equal(chmod("old", 0640), 0);
    assert_int_equal(ln_outfile_open(&file, "old", &error), LN_OK);
    fputs("after", file.to);
    fflush(file.to);
    expect("old", "before");
    assert_int_equal(ln_outfile_close(&file, &error), LN_OK);
    expect("old", "after");
    assert_int_equal(stat("old", &found), 0);
    assert_int_equal(found.st_mode & 0777, 0640);
    assert_int_equal(count_files(), 1);
}

static void drops_without_a_trace(void **state)
{
    struct ln_outfile file;
    struct ln_error error = { 0 };
    (void)state;
    put("old", "before");
    assert_int_equal(ln_outfile_open(&file, "old", &error), LN_OK);
    fputs("after", file.to);
    ln_outfile_drop(&file);
    ln_outfile_drop(&file);
    expect("old", "before");
    assert_int_equal(count_files(), 1);
}

/* A disk without room, as far as a test can have one. */
static void fails_without_a_trace(void **state)
{
    struct ln_outfile file;
    struct ln_error error = { 0 };
    struct rlimit before, small = { 4, 0 };
    (void)state;
    put("old", "before");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    assert_int_equal(ln_outfile_open(&file, "old", &error), LN_OK);
    fputs("too much of it", file.to);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_int_equal(ln_outfile_close(&file, &error), LN_INTERNAL);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_string_equal(error.message, "old: it could not be written");
    expect("old", "before");
    assert_int_equal(count_files(), 1);
}

static void survives_a_kill(void **state)
{
    pid_t child;
    (void)state;
    put("old", "before");
    child = fork();
    if (child == 0) {
        struct ln_outfile file;
        if (!ln_outfile_open(&file, "old", NULL)) {
            fputs("half", file.to);
            fflush(file.to);
        }
        raise(SIGKILL);
    }
    assert_true(child > 0 && waitpid(child, NULL, 0) == child);
    expect("old", "before");
    /* A file system without nameless files keeps a hidden one. */
    assert_true(count_files() <= 2);
}

static void follows_links(void **state)
{
    struct ln_error error = { 0 };
    struct stat found;
    (void)state;
    assert_int_equal(mkdir("far", 0777), 0);
    put("far/real", "before");
    assert_int_equal(symlink("far/real", "near"), 0);
    assert_int_equal(symlink("near", "nearer"), 0);
    assert_int_equal(symlink("far/none", "dangling"), 0);
    assert_int_equal(write_whole("nearer", "after", &error), LN_OK);
    assert_int_equal(write_whole("dangling", "made", &error), LN_OK);
    expect("far/real", "after");
    expect("far/none", "made");
    assert_true(lstat("near", &found) == 0 && S_ISLNK(found.st_mode));
    assert_true(lstat("dangling", &found) == 0 && S_ISLNK(found.st_mode));
}

static void refuses_what_cannot_be(void **state)
{
    struct ln_error error = { 0 };
    (void)state;
    assert_int_equal(symlink("round", "round"), 0);
    assert_int_equal(write_whole("round", "x", &error), LN_USAGE);
    assert_int_equal(write_whole("", "x", &error), LN_USAGE);
    assert_int_equal(write_whole(".", "x", &error), LN_USAGE);
    assert_int_equal(write_whole("none/x", "x", &error), LN_USAGE);
    put("kept", "before");
    assert_int_equal(chmod("kept", 0444), 0);
    if (geteuid() != 0) {
        assert_int_equal(write_whole("kept", "x", &error), LN_USAGE);
        expect("kept", "before");
    }
}

static void long_names_are_no_trouble(void **state)
{
    char name[256];
    struct ln_error error = { 0 };
    (void)state;
    memset(name, 'n', sizeof name - 1);
    name[255] = '\0';
    assert_int_equal(write_whole(name, "text", &error), LN_OK);
    expect(name, "text");
}

static void devices_are_written_through(void **state)
{
    struct ln_error error = { 0 };
    struct stat found;
    (void)state;
    assert_int_equal(write_whole("/dev/null", "text", &error), LN_OK);
    assert_true(stat("/dev/null", &found) == 0 && S_ISCHR(found.st_mode));
    assert_int_equal(write_whole("/dev/full", "text", &error), LN_INTERNAL);
    assert_int_equal(mkfifo("pipe", 0666), 0);
    if (fork() == 0) {
        char found_text[16] = "";
        FILE *pipe = fopen("pipe", "r");
        _exit(!(pipe && fgets(found_text, sizeof found_text, pipe) && strcmp(found_text, "text") == 0));
    }
    assert_int_equal(write_whole("pipe", "text", &error), LN_OK);
    {
        int status;
        assert_true(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
}

static void knows_a_file_by_all_its_names(void **state)
{
    (void)state;
    put("a", "");
    put("b", "");
    assert_int_equal(link("a", "hard"), 0);
    assert_int_equal(symlink("a", "soft"), 0);
    assert_int_equal(mkdir("d", 0777), 0);
    assert_int_equal(symlink("new", "to-new"), 0);
    assert_true(ln_same_file("a", "a"));
    assert_true(ln_same_file("hard", "a"));
    assert_true(ln_same_file("a", "soft"));
    assert_true(ln_same_file("d/../soft", "./hard"));
    assert_false(ln_same_file("a", "b"));
    assert_false(ln_same_file("a", "new"));
    assert_true(ln_same_file("new", "d/../new"));
    assert_true(ln_same_file("to-new", "new"));
    assert_false(ln_same_file("new", "d/new"));
    assert_false(ln_same_file("-", "a"));
    assert_false(ln_same_file("/dev/null", "/dev/null"));
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(appears_when_complete),         CASE(replaces_at_once),          CASE(drops_without_a_trace),
        CASE(fails_without_a_trace),         CASE(survives_a_kill),           CASE(follows_links),
        CASE(refuses_what_cannot_be),        CASE(long_names_are_no_trouble), CASE(devices_are_written_through),
        CASE(knows_a_file_by_all_its_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
