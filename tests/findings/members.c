/* The members of findings: of each line of standard input that is one, prints `PART MEMBER` for what stands in its parts,
 * and `MEMBERS MEMBER` for what stands beside them. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_tree.h>

/* What tests hide ("seconds":S) becomes a number again. */
static void unmask(char *line)
{
    for (char *at = line; (at = strchr(at, ':')); at++)
        if (isupper((unsigned char)at[1]) && (at[2] == ',' || at[2] == '}'))
            at[1] = '1';
}

static void print(const char *part, yajl_val object)
{
    for (size_t i = 0; YAJL_IS_OBJECT(object) && i < YAJL_GET_OBJECT(object)->len; i++)
        printf("%s %s\n", part, YAJL_GET_OBJECT(object)->keys[i]);
}

int main(void)
{
    static const char *const parts[][2] = {
        { "subject", "SUBJECT" }, { "coverage", "COVERAGE" }, { "evidence", "EVIDENCE" }, { "cost", "COST" }
    };
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        char *start = strstr(line, "{\"linnet\":\"finding\"");
        yajl_val tree;
        if (!start)
            continue;
        unmask(start);
        tree = yajl_tree_parse(start, NULL, 0);
        print("MEMBERS", tree);
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            const char *path[] = { parts[i][0], NULL };
            print(parts[i][1], yajl_tree_get(tree, path, yajl_t_any));
        }
        yajl_tree_free(tree);
    }
    free(line);
    return 0;
}
