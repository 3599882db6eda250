/* A dump has the functions one after the other: a head with parameters, declarations of local variables, statements.
 *
 *   get (void * o)
 *   {
 *     struct S D_12;
 *     [a.c:5:26] _1 = S::sum ([a.c:5:26] __MEM <struct S> (o__2(D)), global, &function);
 *     [a.c:6:24] [a.c:6:19] __MEM <struct S> (o_3) = mk (_1); [return slot optimization]
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
    struct local {
        char *name;
        bool pointer; /* as far as its type tells */
    } locals[LOCALS]; /* variables and parameters of the function */
    size_t local_count;
    char *values[LOCALS]; /* of the function that are computed, with their numbers */
    size_t value_count;
    char *builders[LOCALS]; /* functions that build their result where it is to be, by hooked writes */
    size_t builder_count;
    char place[300], last[300];
};

/* ---- names ---- */

static size_t name_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || (text[length] && strchr("_$#", text[length])) ||
           (length && text[length] == '.' && isdigit((unsigned char)text[length + 1]))) /* D.12, tmp.3_4 */
        length++;
    return length;
}

static const struct local *find_local(const struct scan *scan, const char *name, size_t length)
{
    for (size_t i = 0; i < scan->local_count; i++)
        if (strlen(scan->locals[i].name) == length && memcmp(scan->locals[i].name, name, length) == 0)
            return &scan->locals[i];
    return NULL;
}

static void forget_locals(struct scan *scan)
{
    while (scan->local_count)
        free(scan->locals[--scan->local_count].name);
}

static bool is_value(const struct scan *scan, const char *name, size_t length)
{
    for (size_t i = 0; i < scan->value_count; i++)
        if (strlen(scan->values[i]) == length && memcmp(scan->values[i], name, length) == 0)
            return true;
    return scan->value_count == LOCALS;
}

static void forget_values(struct scan *scan)
{
    while (scan->value_count)
        free(scan->values[--scan->value_count]);
}

/* The last name in front of `end`, but for what is in brackets behind it. */
static void add_local(struct scan *scan, const char *from, const char *end)
{
    struct local *local = &scan->locals[scan->local_count];
    const char *at = end;
    while (at > from && at[-1] == ']') {
        while (at > from && *--at != '[')
            ;
    }
    end = at;
    while (at > from && (isalnum((unsigned char)at[-1]) || strchr("_$#.", at[-1])))
        at--;
    if (at == end || scan->local_count == LOCALS || !(local->name = calloc(1, (size_t)(end - at) + 1)))
        return;
    memcpy(local->name, at, (size_t)(end - at));
    local->pointer = memchr(from, '*', (size_t)(at - from)) || memchr(from, '&', (size_t)(at - from));
    scan->local_count++;
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

/* The number behind a value's name (o_3, _7, o_3(D)) is not part of the variable's. 0: it has none. */
static size_t length_without_number(const char *text, size_t length)
{
    size_t at = length;
    while (at && isdigit((unsigned char)text[at - 1]))
        at--;
    return at < length && at && text[at - 1] == '_' ? at : 0;
}

/* Is it in memory that others may see? */
static bool is_memory(const struct scan *scan, const char *text, size_t length)
{
    size_t name = name_length(text);
    if (!length || text[0] == '&')
        return false;
    if (text[0] == '*' || strncmp(text, "MEM", 3) == 0 || strncmp(text, "__MEM", 5) == 0)
        return true;
    for (size_t i = 0; i + 1 < length; i++)
        if (text[i] == '-' && text[i + 1] == '>')
            return true;
    if (!name || name > length || isdigit((unsigned char)text[0]) || strncmp(text, "_Literal", 8) == 0 ||
        strncmp(text, "true", name) == 0 || strncmp(text, "false", name) == 0)
        return false;
    /* a variable of the file, unless it is one of the function, or a value: _7, o_3(D), o_3 if that is computed */
    return !find_local(scan, text, name) &&
           !(length_without_number(text, name) == 1 || text[name] == '(' || is_value(scan, text, name));
}

/* Each line once. */
static void tell(struct scan *scan, const char *before, const char *callee, size_t length, const char *behind)
{
    char name[120];
    if (strcmp(scan->place, scan->last) == 0)
        return;
    memcpy(scan->last, scan->place, sizeof scan->last);
    snprintf(name, sizeof name, "%s %.*s() %s", before, (int)(length < 40 ? length : 40), callee, behind);
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

/* What is to be known of an argument. */
typedef bool is_unhooked(const struct scan *scan, const char *argument, size_t length);

static bool is_some_argument(const struct scan *scan, const char *from, is_unhooked *is)
{
    int depth = 0;
    const char *begin = from;
    for (const char *at = from; *at && depth >= 0; at++) {
        at = skip_string(at);
        if (!*at)
            return false;
        depth += (*at == '(' || *at == '[' || *at == '<') - (*at == ')' || *at == ']' || (*at == '>' && at[-1] != '-'));
        if (depth < 0 || (depth == 0 && *at == ',')) {
            begin = skip_places(begin + strspn(begin, " "));
            if (begin < at && *begin != '"' && is(scan, begin, (size_t)(at - begin)))
                return true;
            begin = at + 1;
        }
    }
    return false;
}

/* ---- instructions as functions ---- */

/* An address of something that is not the function's own, or a value that may be one. */
static bool is_address(const struct scan *scan, const char *text, size_t length)
{
    const struct local *local;
    size_t name, plain;
    if (text[0] == '&') {
        text = skip_places(text + 1);
        return !find_local(scan, text, name_length(text));
    }
    name = name_length(text);
    if (!name || name > length || isdigit((unsigned char)text[0]) || strncmp(text, "_Literal", 8) == 0)
        return false;
    plain = length_without_number(text, name);
    local = find_local(scan, text, name);
    if (!local && plain > 1)
        local = find_local(scan, text, plain - 1);
    return !local || local->pointer;
}

/* Of those that take an address, all but what is about caches. A type may hide that it is a pointer, a name cannot. */
static void look_at_instruction(struct scan *scan, const char *callee, size_t length, const char *arguments)
{
    static const char *const harmless[] = { "clflush", "clwb", "cldemote", "prefetch", "mxcsr" };
    static const char *const about[] = {
        "movnt", "mask", "gather", "scatter", "load", "store", "lddqu", "save", "rstor"
    };
    char name[100];
    bool tells = is_some_argument(scan, arguments, is_address);
    snprintf(name, sizeof name, "%.*s", (int)length, callee);
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (strstr(name, harmless[i]))
            return;
    for (size_t i = 0; i < sizeof about / sizeof *about; i++)
        tells |= strstr(name, about[i]) && !strstr(name, "_mask");
    if (tells)
        tell(scan, "an instruction,", callee, length, "which touches memory");
}

/* What gcc makes of its own functions: stores without hooks to where the first argument points; of memcmp() loads. */
static void look_at_builtin(struct scan *scan, const char *callee, size_t length, const char *arguments)
{
    static const char *const writers[] = { "__builtin_va_start", "__builtin_va_copy", "__builtin_setjmp_setup" };
    const char *first = skip_places(arguments);
    bool tells = strncmp(callee, "__builtin_memcmp_eq", 19) == 0 && is_some_argument(scan, arguments, is_address);
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        tells |= strncmp(callee, writers[i], strlen(writers[i])) == 0 && is_address(scan, first, strcspn(first, ",)"));
    if (tells)
        tell(scan, "what gcc makes of", callee, length, "(--cc clang sees it)");
}

/* ---- values ---- */

static void add_value(struct scan *scan, const char *text, size_t length)
{
    if (!length_without_number(text, length) || scan->value_count == LOCALS)
        return;
    scan->values[scan->value_count] = calloc(1, length + 1);
    if (scan->values[scan->value_count])
        memcpy(scan->values[scan->value_count++], text, length);
}

/* What comes out of assembly stands anywhere in it. */
static void add_all_values(struct scan *scan, const char *text)
{
    for (size_t length; *text; text += length ? length : 1) {
        length = name_length(text);
        add_value(scan, text, length);
    }
}

/* `y_3 = ...`, in all of the function: a loop may use it before. */
static void find_values(struct scan *scan, FILE *file)
{
    long here = ftell(file);
    char *line = NULL;
    size_t room = 0;
    forget_values(scan);
    while (here >= 0 && getline(&line, &room, file) >= 0 && line[0] != '}') {
        const char *text = skip_places(line + strspn(line, " "));
        size_t length = name_length(text);
        if (strstr(line, "__asm"))
            add_all_values(scan, text);
        else if (strncmp(text + length, " =", 2) == 0)
            add_value(scan, text, length);
    }
    if (here >= 0)
        fseek(file, here, SEEK_SET);
    free(line);
}

/* ---- lines ---- */

/* The first place of the line, without the column. */
static void note_place(struct scan *scan, const char *line)
{
    size_t length = *line == '[' ? strcspn(line, "]") : 0;
    while (length > 1 && line[length - 1] != ':')
        length--;
    snprintf(scan->place, sizeof scan->place, "%.*s", length > 2 ? (int)length - 2 : 0, line + 1);
}

/* Where the last brackets open that nothing is around; the statement ends with them if it is a call. NULL: it does not. */
static const char *find_arguments(const char *text)
{
    const char *open = NULL, *last = text;
    int depth = 0;
    for (const char *at = text; *at && (*at != ';' || depth); at++) {
        at = skip_string(at);
        if (!*at)
            return NULL;
        if (*at == '(' && depth++ == 0)
            open = at;
        depth -= *at == ')';
        last = at;
    }
    return open && *last == ')' && open > text && open[-1] == ' ' ? open : NULL;
}

/* Reads from memory and other expressions look like calls. */
static bool is_callee(const char *text, size_t length)
{
    static const char *const others[] = { "__MEM", "MEM",         "__PHI", "__VIEW_CONVERT", "__BIT", "_Literal",
                                          "__asm", "__complex__", "if",    "switch",         "#" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strncmp(text, others[i], strlen(others[i])) == 0 &&
            !(isalnum((unsigned char)text[strlen(others[i])]) && i > 7))
            return false;
    return length && (isalnum((unsigned char)text[0]) || strchr("_~$.", text[0]));
}

/* ---- results that are built in place ---- */

/* What has a constructor is returned through a pointer that the function gets: `return _6(D)` from one that returns a
 * structure. Who calls it has nothing to do with what is written. */
static bool is_builder(const struct scan *scan, const char *callee, size_t length)
{
    for (size_t i = 0; i < scan->builder_count; i++)
        if (strlen(scan->builders[i]) == length && memcmp(scan->builders[i], callee, length) == 0)
            return true;
    return false;
}

static void add_builder(struct scan *scan, const char *head)
{
    const char *open = find_arguments(head);
    size_t length = open ? (size_t)(open - head) - 1 : 0;
    char *name = length && scan->builder_count < LOCALS ? calloc(1, length + 1) : NULL;
    if (!name)
        return;
    memcpy(name, head, length);
    scan->builders[scan->builder_count++] = name;
}

/* `struct S __GIMPLE (ssa)`, but no pointer to one. */
static bool returns_structure(const char *line, const char *type_end)
{
    size_t length = (size_t)(type_end - line);
    return (strncmp(line, "struct ", 7) == 0 || strncmp(line, "union ", 6) == 0 || strncmp(line, "const ", 6) == 0) &&
           !memchr(line, '*', length) && !memchr(line, '&', length);
}

static void find_builders(struct scan *scan, FILE *file)
{
    char *line = NULL, *head = NULL;
    size_t room = 0, head_room = 0;
    bool structure = false;
    while (getline(&line, &room, file) >= 0) {
        const char *type_end = strstr(line, " __GIMPLE ("), *result = strstr(line, " return ");
        line[strcspn(line, "\n")] = '\0';
        if (type_end && line[0] != ' ') {
            structure = returns_structure(line, type_end) && getline(&head, &head_room, file) > 0;
        } else if (structure && result && strstr(result, "(D);")) {
            head[strcspn(head, "\n")] = '\0';
            add_builder(scan, head);
            structure = false;
        }
    }
    free(line);
    free(head);
    rewind(file);
}

/* ---- statements that are calls ---- */

static void look_at_statement(struct scan *scan, const char *line)
{
    const char *text = skip_places(line), *open = find_arguments(text), *is = NULL, *callee = text;
    size_t length;
    if (open && (is = strstr(text, " = ")) && is < open)
        callee = is + 3;
    else
        is = NULL;
    length = open ? (size_t)(open - callee) - 1 : 0;
    if (!open || !is_callee(callee, length))
        return;
    note_place(scan, line);
    if (strncmp(callee, "__builtin_ia32", 14) == 0)
        look_at_instruction(scan, callee, length, open + 1);
    look_at_builtin(scan, callee, length, open + 1);
    if (strncmp(callee, "__builtin", 9) == 0)
        return;
    if (is && is_memory(scan, text, (size_t)(is - text)) && !is_builder(scan, callee, length))
        tell(scan, "a structure that", callee, length, "returns into memory (--cc clang sees it)");
    if (is_some_argument(scan, open + 1, is_memory))
        tell(scan, "a structure in memory that", callee, length, "takes (--cc clang sees it)");
}

static void look_at_line(struct scan *scan, char *line)
{
    size_t length = strcspn(line, "\n");
    line[length] = '\0';
    if (strcmp(line, "}") == 0)
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
    if (scan && file)
        find_builders(scan, file);
    while (scan && file && getline(&line, &room, file) >= 0) {
        if (strcmp(line, "{\n") == 0)
            find_values(scan, file);
        look_at_line(scan, line);
    }
    if (scan) {
        forget_locals(scan);
        forget_values(scan);
    }
    while (scan && scan->builder_count)
        free(scan->builders[--scan->builder_count]);
    if (file)
        fclose(file);
    free(line);
    free(scan);
}
