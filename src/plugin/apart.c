/* A hook is called right before what it announces, and nothing else is called in between. So the write of a number has
 * one store behind it, and what was announced otherwise shows:
 *
 *   call __tsan_write8@PLT     call __tsan_write1@PLT     call __tsan_write_range@PLT
 *   call __tsan_read8@PLT      movzbl (%rbx), %eax        movq $0, (%rbx)
 *   movq (%rbp), %rax          orl $1, %eax               movq $0, 8(%rbx)
 *   movq %rax, (%rbx)          movb %al, (%rbx) */
#include "plugin/apart.h"

#include "plugin/operands.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096, NAME = 512, READS = 8, OPERAND = 64 };

struct find {
    struct ln_apart *apart;
    size_t number; /* of the line */
    char function[NAME], declared[NAME];
    bool inside;               /* inline assembly */
    size_t written;            /* where a write was announced that nothing is known of yet; 0: none */
    bool on_stack;             /* since then something on the stack was written; */
    char read[READS][OPERAND]; /* what was read there before */
    size_t reads;
    bool framed; /* %rbp is where the function's stack begins */
};

/* ---- names ---- */

/* Behind the name: what it does is `read` or `write`, how much is a number or `_range`. NULL: it is no such hook. */
static const char *hook_of(const char *line)
{
    const char *at = strncmp(line, "call", 4) == 0 ? strstr(line, "__tsan_") : NULL;
    if (!at)
        return NULL;
    at += strlen("__tsan_");
    if (strncmp(at, "unaligned_", 10) == 0)
        at += 10;
    if (strncmp(at, "volatile_", 9) == 0)
        at += 9;
    return strncmp(at, "read", 4) == 0 || strncmp(at, "write", 5) == 0 ? at : NULL;
}

static size_t base_length(const char *function)
{
    size_t length = strlen(function);
    return length > 5 && strcmp(function + length - 5, ".cold") == 0 ? length - 5 : length;
}

/* ---- what was found ---- */

static bool grow(void **array, size_t count, size_t *room, size_t size)
{
    void *more;
    if (count < *room)
        return true;
    more = realloc(*array, (*room * 2 + 64) * size);
    if (!more)
        return false;
    *array = more;
    *room = *room * 2 + 64;
    return true;
}

bool ln_apart_has(const struct ln_apart *apart, const char *function)
{
    size_t length = base_length(function);
    for (size_t i = apart->function_count; i--;)
        if (strlen(apart->functions[i]) == length && memcmp(apart->functions[i], function, length) == 0)
            return true;
    return false;
}

static void add_function(struct ln_apart *apart, const char *function)
{
    size_t length = base_length(function);
    char *name;
    if (ln_apart_has(apart, function))
        return;
    name = calloc(1, length + 1);
    if (!name || !grow((void **)&apart->functions, apart->function_count, &apart->function_room, sizeof(char *))) {
        apart->failed = true;
        free(name);
        return;
    }
    memcpy(name, function, length);
    apart->functions[apart->function_count++] = name;
}

static void add_hook(struct find *find, size_t number)
{
    struct ln_apart *apart = find->apart;
    assert(number && number <= find->number);
    if (!grow((void **)&apart->hooks, apart->hook_count, &apart->hook_room, sizeof *apart->hooks)) {
        apart->failed = true;
        return;
    }
    apart->hooks[apart->hook_count++] = number;
    add_function(apart, find->function);
}

bool ln_apart_is_hook(const struct ln_apart *apart, size_t number)
{
    size_t low = 0, high = apart->hook_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (apart->hooks[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    assert(!low || apart->hooks[low - 1] < number); /* they are sorted */
    return low < apart->hook_count && apart->hooks[low] == number;
}

void ln_apart_fini(struct ln_apart *apart)
{
    while (apart->function_count)
        free(apart->functions[--apart->function_count]);
    free(apart->functions);
    free(apart->hooks);
}

/* ---- looking ---- */

/* Something else comes, and the write was not there: a variable on the stack is written where it is. */
static void end_write(struct find *find)
{
    if (find->written && !find->on_stack)
        add_hook(find, find->written);
    find->written = 0;
}

static void look_at_call(struct find *find, const char *line)
{
    const char *hook = hook_of(line);
    bool reads = hook && strncmp(hook, "read", 4) == 0, pair = reads && find->written && !find->on_stack;
    const char *much = hook ? hook + (reads ? 4 : 5) : NULL;
    end_write(find);
    if (!hook)
        return;
    find->on_stack = false;
    find->reads = 0;
    if (pair || *much == '_' || strncmp(much, "16", 2) == 0)
        add_hook(find, find->number);
    else if (!reads)
        find->written = find->number;
}

static bool was_read(const struct find *find, const struct ln_memory_operand *operand)
{
    for (size_t i = 0; i < find->reads; i++)
        if (strlen(find->read[i]) == operand->length && memcmp(find->read[i], operand->at, operand->length) == 0)
            return true;
    return false;
}

/* A value is kept there, or it is a variable that others know of. One that was read before it is written is changed in
 * part: a bit-field. */
static void look_at_stack(struct find *find, const struct ln_memory_operand *operand)
{
    bool reads = operand->does & LN_OPERAND_READ, writes = operand->does & LN_OPERAND_WRITE;
    assert(find->written && find->reads <= READS);
    if (writes && (reads || was_read(find, operand) || find->reads == READS)) {
        add_hook(find, find->written);
        find->written = 0;
        return;
    }
    find->on_stack |= writes;
    if (reads && find->reads < READS && operand->length < OPERAND)
        snprintf(find->read[find->reads++], OPERAND, "%.*s", (int)operand->length, operand->at);
    else if (reads)
        find->reads = READS;
}

static void look_at_instruction(struct find *find, const char *line)
{
    struct ln_memory_operand operand = ln_operand_of(line);
    if (line[0] == 'j' || strncmp(line, "ret", 3) == 0)
        end_write(find);
    if (strncmp(line, "mov", 3) == 0 && strstr(line, "%rsp, %rbp"))
        find->framed = true;
    if (!operand.at || !find->written)
        return;
    if (operand.stack || (operand.frame && find->framed)) {
        look_at_stack(find, &operand);
        return;
    }
    if (operand.does & LN_OPERAND_READ)
        add_hook(find, find->written);
    find->written = 0;
}

/* .LVL7, .LBB3: for debuggers. Where jumps go is .L7. */
static bool is_remark(const char *label)
{
    return strncmp(label, ".L", 2) == 0 && !isdigit((unsigned char)label[2]);
}

static void begin_function(struct find *find)
{
    memcpy(find->function, find->declared, sizeof find->function);
    find->framed = false;
}

static void look_at_line(struct find *find, const char *line)
{
    size_t length = strlen(line);
    if (strncmp(line, "#APP", 4) == 0 || strncmp(line, "#NO_APP", 7) == 0) {
        find->inside = line[1] == 'A';
    } else if (find->inside || !length) {
        return;
    } else if (strncmp(line, ".type", 5) == 0 && strstr(line, "@function")) {
        const char *name = line + 5 + strspn(line + 5, " \t");
        snprintf(find->declared, sizeof find->declared, "%.*s", (int)strcspn(name, ", \t"), name);
    } else if (line[length - 1] == ':') {
        if (!is_remark(line))
            end_write(find);
        if (strlen(find->declared) == length - 1 && strncmp(line, find->declared, length - 1) == 0)
            begin_function(find);
    } else if (strncmp(line, "call", 4) == 0) {
        look_at_call(find, line);
    } else if (line[0] != '.' && line[0] != '#') {
        look_at_instruction(find, line);
    }
}

static int compare(const void *one, const void *other)
{
    size_t a = *(const size_t *)one, b = *(const size_t *)other;
    return (a > b) - (a < b);
}

void ln_apart_find(struct ln_apart *apart, const char *file)
{
    struct find find = { .apart = apart };
    FILE *from = fopen(file, "r");
    char *line = NULL;
    size_t room = 0;
    apart->failed = !from;
    while (from && getline(&line, &room, from) > 0) {
        char *begin = line + strspn(line, " \t");
        size_t length = strlen(begin);
        while (length && isspace((unsigned char)begin[length - 1]))
            begin[--length] = '\0';
        find.number++;
        if (length < LINE)
            look_at_line(&find, begin);
    }
    if (apart->hook_count)
        qsort(apart->hooks, apart->hook_count, sizeof *apart->hooks, compare);
    if (from)
        fclose(from);
    free(line);
}

/* ---- writing ---- */

void ln_apart_write_hook(FILE *to, const char *line)
{
    const char *hook = hook_of(line);
    fprintf(to, "    call linnet_later_%.*s\n", (int)strcspn(hook, "@ \t"), hook);
}

/* Everything is as it was behind it, the red zone below the stack pointer too. A structure may be on the stack, and
 * others know of it: the stack pointer is 144 bytes lower then. */
void ln_apart_write_instruction(FILE *to, const char *line)
{
    struct ln_memory_operand operand = ln_operand_of(line);
    const char *lower = operand.at && operand.stack && strncmp(strchr(operand.at, '('), "(%rsp", 5) == 0 ? "144+0" : "";
    if (!operand.at)
        return;
    fprintf(to,
            "    leaq -128(%%rsp), %%rsp\n    pushfq\n    pushq %%r11\n    leaq %s%s%.*s, %%r11\n    pushq $%u\n"
            "    call linnet_instruction\n    popq %%r11\n    popq %%r11\n    popfq\n    leaq 128(%%rsp), %%rsp\n",
            lower, *lower && isdigit((unsigned char)*operand.at) ? "+" : "", (int)operand.length, operand.at,
            operand.does << 8 | operand.size);
}
