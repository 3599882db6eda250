/* naive [--check | --count] OBJECT TEST [PREEMPTIONS SWITCHES]: all distinct histories of a test of a small object, one a line,
 * sorted; or the verdict of Line-Up on them, with a history that shows it; or how many there are, of how many
 * executions. At most so many preemptions inside of operations and switches between them, else all interleavings.
 *
 *   naive counter1 "inc get | inc" 1 0 */
#include "naive/naive.h"

#include <stdlib.h>
#include <string.h>

static int usage(void)
{
    fprintf(stderr, "usage: naive [--check | --count] OBJECT \"push(1) pop | pop\" [PREEMPTIONS SWITCHES]\n");
    return 64;
}

static int check(const struct naive_object *object, const struct naive_test *test,
                 const struct naive_histories *histories)
{
    struct naive_histories serial;
    char line[NAIVE_LINE] = "";
    enum naive_verdict verdict;
    size_t shown;
    naive_enumerate_serial(object, test, &serial);
    verdict = naive_check(&serial, histories, &shown);
    if (verdict == NAIVE_VIOLATED)
        naive_write(object, test, &histories->at[shown], line);
    naive_histories_free(&serial);
    switch (verdict) {
    case NAIVE_HOLDS: puts("holds"); return 0;
    case NAIVE_NONDETERMINISTIC: puts("nondeterministic"); return 1;
    case NAIVE_VIOLATED: printf("violated %s\n", line); return 1;
    }
    return 70;
}

int main(int argc, char **argv)
{
    const char *option = argc > 1 && argv[1][0] == '-' ? *++argv : "";
    const struct naive_object *object;
    struct naive_histories histories;
    struct naive_test test;
    struct naive_bounds bounds = { NAIVE_UNBOUNDED, NAIVE_UNBOUNDED };
    int code = 0;
    argc -= option[0] != '\0';
    if ((argc != 3 && argc != 5) || !(object = naive_object(argv[1])) || !naive_parse(object, argv[2], &test))
        return usage();
    if (argc == 5)
        bounds = (struct naive_bounds){ atoi(argv[3]), atoi(argv[4]) };
    naive_enumerate(object, &test, bounds, &histories);
    if (strcmp(option, "--check") == 0)
        code = check(object, &test, &histories);
    else if (strcmp(option, "--count") == 0)
        printf("%zu histories, %zu executions\n", histories.length, histories.executions);
    else if (!option[0])
        naive_print(object, &test, &histories, stdout);
    else
        code = usage();
    naive_histories_free(&histories);
    return code;
}
