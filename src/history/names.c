#include "history/names.h"

#include <assert.h>
#include <string.h>

static bool same(struct ln_text a, const char *b, size_t length)
{
    return a.length == length && memcmp(a.at, b, length) == 0;
}

bool ln_name_matches(struct ln_text name, const char *given, const char *aliases)
{
    if (same(name, given, strlen(given)))
        return true;
    while (*aliases) {
        size_t length = strcspn(aliases, " ");
        if (same(name, aliases, length))
            return true;
        aliases += length;
        aliases += *aliases == ' ';
    }
    return false;
}

enum { LONGEST = 31 };

unsigned ln_name_distance(struct ln_text a, struct ln_text b)
{
    unsigned row[LONGEST + 1];
    size_t columns = b.length < LONGEST ? b.length : LONGEST;
    size_t rows = a.length < LONGEST ? a.length : LONGEST;
    for (unsigned j = 0; j <= columns; j++)
        row[j] = j;
    for (unsigned i = 1; i <= rows; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= columns; j++) {
            unsigned best = diagonal + (a.at[i - 1] != b.at[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    assert(row[columns] <= (rows > columns ? rows : columns));
    return row[columns];
}
