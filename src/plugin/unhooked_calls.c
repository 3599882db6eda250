/* A dump has the functions one after the other: a head with parameters, declarations of local variables, statements.
 *
 *   long int get (void * o)
 *   {
 *     struct S D.12;
 *     <bb 2> :
 *     [a.c:5:26] _1 = sum ([a.c:5:26] MEM[(struct S *)o__2(D)]);
 *     [a.c:6:24] [a.c:6:19] *o_3 = mk (_1); [return slot optimization]
 *
 * In that form arguments and results of calls are numbered values, constants, addresses and local variables; anything
 * else is a structure in memory. */
#include "plugin/unhooked_calls.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOCALS = 4096 };

struct scan {
    ln_unhooked_found *found;
    void *self;
    char *locals[LOCALS]; /* names of variables and parameters of the function */
    size_t local_count;
    char place[300], last[300];
};

/* ---- names ---- */

static size_t name_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || (text[length] && strchr("_$", text[length])) ||
           (length && text[length] == '.' && isdigit((unsigned char)text[length + 1]))) /* D.12, tmp.3_4 */
        length++;
    return length;
}

static bool is_local(const struct scan *scan, const char *name, size_t length)
{
    for (size_t i = 0; i < scan->local_count; i++)
        if (strlen(scan->locals[i]) == length && memcmp(scan->locals[i], name, length) == 0)
            return true;
    return false;
}

static void forget_locals(struct scan *scan)
{
    while (scan->local_count)
        free(scan->locals[--scan->local_count]);
}

/* The last name in front of `end`, but for what is in brackets behind it. */
static void add_local(struct scan *scan, const char *from, const char *end)
{
    const char *at = end;
    while (at > from && at[-1] == ']') {
        while (at > from && *--at != '[')
            ;
    }
    end = at;
    while (at > from && (isalnum((unsigned char)at[-1]) || strchr("_$.", at[-1])))
        at--;
    if (at < end && scan->local_count < LOCALS) {
        scan->locals[scan->local_count] = calloc(1, (size_t)(end - at) + 1);
        if (scan->locals[scan->local_count])
            memcpy(scan->locals[scan->local_count++], at, (size_t)(end - at));
    }
}

static void add_parameters(struct scan *scan, const char *line)
{
    const char *from = strchr(line, '('), *to;
    for (; from && *from; from = *to ? to + 1 : to) {
        to = from + strcspn(from, ",)");
        add_local(scan, from, to);
    }
}

/* ---- statements ---- */

/* Behind places: [a.c:5:26]. */
static const char *skip_places(const char *text)
{
    while (*text == '[' && isalnum((unsigned char)text[1]) + (text[1] == '/') + (text[1] == '.') && strchr(text, ']'))
        text = strchr(text, ']') + 1 + (strchr(text, ']')[1] == ' ');
    return text;
}

/* Is it in memory that others may see? A number behind the name (o_3) makes it a value. */
static bool is_memory(const struct scan *scan, const char *text, size_t length, bool result)
{
    size_t name = name_length(text);
    if (memchr(text, '&', length))
        return false;
    if (text[0] == '*' || strncmp(text, "MEM", 3) == 0)
        return true;
    for (size_t i = 0; i + 1 < length; i++)
        if (text[i] == '-' && text[i + 1] == '>')
            return true;
    if (!result || !name || name > length || isdigit((unsigned char)text[0]) || text[0] == '_')
        return false;
    /* a variable of the file, unless it is one of the function; x_7 is a value */
    if (is_local(scan, text, name))
        return false;
    for (size_t i = name; i > 1 && isdigit((unsigned char)text[i - 1]); i--)
        if (text[i - 2] == '_')
            return false;
    return true;
}

static void tell(struct scan *scan, const char *callee, size_t length, bool result)
{
    char name[120];
    if (strcmp(scan->place, scan->last) == 0)
        return;
    memcpy(scan->last, scan->place, sizeof scan->last);
    snprintf(name, sizeof name, result ? "a structure that %.*s() returns into memory (--cc clang sees it)"
                                       : "a structure in memory that %.*s() takes (--cc clang sees it)",
             (int)(length < 40 ? length : 40), callee);
    scan->found(scan->self, &(struct ln_unhooked){ LN_UNHOOKED_CODE, name, scan->place });
}

/* Behind a string; else the same. */
static const char *skip_string(const char *at)
{
    if (*at != '"')
        return at;
    for (at++; *at && *at != '"'; at++)
        at += *at == '\\' && at[1];
    return at;
}

static void look_at_arguments(struct scan *scan, const char *callee, size_t callee_length, const char *from)
{
    int depth = 0;
    const char *begin = from;
    for (const char *at = from; *at && depth >= 0; at++) {
        at = skip_string(at);
        if (!*at)
            return;
        depth += (*at == '(' || *at == '[' || *at == '<') - (*at == ')' || *at == ']' || (*at == '>' && at[-1] != '-'));
        if (depth < 0 || (depth == 0 && *at == ',')) {
            begin = skip_places(begin + strspn(begin, " "));
            if (begin < at && *begin != '"' && is_memory(scan, begin, (size_t)(at - begin), false))
                tell(scan, callee, callee_length, false);
            begin = at + 1;
        }
    }
}

/* The first place of the line, without the column. */
static void note_place(struct scan *scan, const char *line)
{
    size_t length = *line == '[' ? strcspn(line, "]") : 0;
    while (length > 1 && line[length - 1] != ':')
        length--;
    snprintf(scan->place, sizeof scan->place, "%.*s", length > 2 ? (int)length - 2 : 0, line + 1);
}

static void look_at_statement(struct scan *scan, const char *line)
{
    const char *text = skip_places(line), *is = strstr(text, " = "), *open = strstr(text, " (");
    const char *callee = is && open && is < open ? is + 3 : text;
    size_t length = name_length(callee);
    if (!open || !length || callee[length] != ' ' || callee + length != open || strncmp(callee, "__builtin", 9) == 0)
        return;
    note_place(scan, line);
    if (callee != text && is_memory(scan, text, (size_t)(is - text), true))
        tell(scan, callee, length, true);
    look_at_arguments(scan, callee, length, open + 2);
}

static void look_at_line(struct scan *scan, char *line)
{
    size_t length = strcspn(line, "\n");
    line[length] = '\0';
    if (strncmp(line, ";; Function ", 12) == 0)
        forget_locals(scan);
    else if (length && line[0] != ' ' && line[0] != ';' && line[length - 1] == ')')
        add_parameters(scan, line);
    else if (length > 3 && strncmp(line, "  ", 2) == 0 && line[2] != '[' && line[2] != '<' && line[length - 1] == ';' &&
             !strchr(line, '='))
        add_local(scan, line, line + length - 1);
    if (length > 3 && strncmp(line, "  ", 2) == 0)
        look_at_statement(scan, line + 2);
}

void ln_unhooked_calls_find(const char *dump, ln_unhooked_found *found, void *self)
{
    struct scan *scan = calloc(1, sizeof *scan);
    FILE *file = fopen(dump, "r");
    char *line = NULL;
    size_t room = 0;
    if (scan) {
        scan->found = found;
        scan->self = self;
    }
    while (scan && file && getline(&line, &room, file) >= 0)
        look_at_line(scan, line);
    if (scan)
        forget_locals(scan);
    if (file)
        fclose(file);
    free(line);
    free(scan);
}
