#include "programs/oracle.h"

#include <stdlib.h>
#include <string.h>

/* ---- sets ---- */

void histories_add(struct histories *set, const struct history *history)
{
    for (size_t i = 0; i < set->length; i++)
        if (memcmp(&set->at[i], history, sizeof *history) == 0)
            return;
    if (set->length == set->room) {
        set->room = set->room ? set->room * 2 : 16;
        set->at = realloc(set->at, set->room * sizeof *set->at);
        if (!set->at)
            abort();
    }
    memcpy(&set->at[set->length++], history, sizeof *history);
}

void histories_free(struct histories *set)
{
    free(set->at);
    *set = (struct histories){ 0 };
}

/* Has `a` all that `b` has, and its order? */
static bool covers(const struct history *a, const struct history *b)
{
    for (unsigned id = 0; id < ALL_CALLS; id++)
        if (a->at[id].fate != b->at[id].fate || a->at[id].has_result != b->at[id].has_result ||
            a->at[id].result != b->at[id].result || (b->at[id].before & ~a->at[id].before))
            return false;
    return a->stuck == b->stuck;
}

bool histories_cover(const struct histories *set, const struct history *history)
{
    for (size_t i = 0; i < set->length; i++)
        if (covers(&set->at[i], history))
            return true;
    return false;
}

static bool is_loose(const struct histories *set, size_t index)
{
    for (size_t i = 0; i < set->length; i++)
        if (i != index && covers(&set->at[i], &set->at[index]))
            return true;
    return false;
}

void histories_tighten(struct histories *set)
{
    struct histories tight = { 0 };
    for (size_t i = 0; i < set->length; i++)
        if (!is_loose(set, i))
            histories_add(&tight, &set->at[i]);
    histories_free(set);
    *set = tight;
}

bool histories_equal(const struct histories *a, const struct histories *b)
{
    for (size_t i = 0; i < a->length; i++)
        if (!histories_cover(b, &a->at[i]))
            return false;
    for (size_t i = 0; i < b->length; i++)
        if (!histories_cover(a, &b->at[i]))
            return false;
    return true;
}

/* ---- text: "0.0:o1()->2{} 1.0:o0()->pending{0.0} stuck" ---- */

static void write_before(unsigned before, FILE *to)
{
    const char *comma = "";
    fputc('{', to);
    for (unsigned id = 0; id < ALL_CALLS; id++)
        if (before >> id & 1) {
            fprintf(to, "%s%u.%u", comma, id / CALLS, id % CALLS);
            comma = ",";
        }
    fputc('}', to);
}

void history_write(const struct history *history, const struct program *program, FILE *to)
{
    const char *blank = "";
    for (unsigned id = 0; id < ALL_CALLS; id++) {
        if (history->at[id].fate == NOT_CALLED)
            continue;
        fprintf(to, "%s%u.%u:o%u()->", blank, id / CALLS, id % CALLS, program->call[id / CALLS][id % CALLS]);
        if (history->at[id].fate == PENDING)
            fputs("pending", to);
        else if (history->at[id].has_result)
            fprintf(to, "%d", history->at[id].result);
        else
            fputs("null", to);
        write_before(history->at[id].before, to);
        blank = " ";
    }
    fprintf(to, "%s", history->stuck ? " stuck" : "");
}

static bool parse_id(const char **text, unsigned *id)
{
    char *end;
    unsigned long t = strtoul(*text, &end, 10), i;
    if (*end != '.' || t >= THREADS)
        return false;
    i = strtoul(end + 1, &end, 10);
    *text = end;
    *id = (unsigned)(t * CALLS + i);
    return i < CALLS;
}

static bool parse_result(const char **text, struct history *out, unsigned id)
{
    size_t length = strcspn(*text, "{");
    char *end = NULL;
    out->at[id].fate = RETURNED;
    if (length == 7 && memcmp(*text, "pending", 7) == 0)
        out->at[id].fate = PENDING;
    else if (length != 4 || memcmp(*text, "null", 4) != 0) {
        out->at[id].has_result = true;
        out->at[id].result = (int16_t)strtol(*text, &end, 10);
    }
    *text += length;
    return **text == '{' && (!end || end == *text);
}

static bool parse_before(const char **text, uint16_t *before)
{
    unsigned id;
    for (++*text; **text != '}'; *text += **text == ',') {
        if (!parse_id(text, &id))
            return false;
        *before |= (uint16_t)(1u << id);
    }
    ++*text;
    return true;
}

bool history_parse(const char *line, struct history *out)
{
    memset(out, 0, sizeof *out);
    while (*line && *line != '\n') {
        unsigned id;
        line += *line == ' ';
        if (strncmp(line, "stuck", 5) == 0) {
            out->stuck = true;
            return line[5] == '\0' || line[5] == '\n';
        }
        if (!parse_id(&line, &id) || !(line = strstr(line, "->")))
            return false;
        line += 2;
        if (!parse_result(&line, out, id) || !parse_before(&line, &out->at[id].before))
            return false;
    }
    return true;
}
