/* The text has one instruction in a line:
 *
 *   %3 = load x86_fp80, x86_fp80* %2, align 16, !dbg !12
 *   store volatile i24 %7, i24* %3, align 4
 *   %4 = call i64 @sum(%struct.S* noundef byval(%struct.S) align 8 %3) #4, !dbg !9
 *
 * with `ptr` for all pointers from clang 15 on. A hook stands right in front of what it announces. Parts of variables on the
 * stack have none where the pass asks whether the address of the part is known to others, not that of the variable; they
 * get one. Sizes that are not plain to see are left to the compiler, which knows
 * where the second element of an array at 0 would be. */
#define _GNU_SOURCE /* memmem */
#include "plugin/llvm_hooks.h"

#include "plugin/elf_symbols.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct llvm_scan {
    const char *text; /* all of it */
    FILE *to;
    ln_unhooked_found *found;
    void *self;
    size_t hooks;
    bool opaque;          /* pointers have no types */
    const char *function; /* where the one begins that the line is of */
    bool hooked;          /* the line before is a hook */
};

/* A part of a line. */
struct line_piece {
    const char *at;
    size_t length;
};

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* ---- types and operands ---- */

static const char *skip_quoted(const char *at)
{
    for (at++; *at && *at != '"' && *at != '\n'; at++)
        ;
    return at + (*at == '"');
}

/* Behind the bracket that closes the one here. */
static const char *skip_brackets(const char *at)
{
    int depth = 0;
    do {
        if (*at == '"') {
            at = skip_quoted(at);
            continue;
        }
        depth += (strchr("([{<", *at) != NULL) - (strchr(")]}>", *at) != NULL);
        at++;
    } while (depth && *at && *at != '\n');
    return at;
}

/* Up to a comma or bracket that is not within brackets. */
static const char *end_of_operand(const char *at)
{
    while (*at && !strchr(",)]}>\n", *at)) {
        if (*at == '"')
            at = skip_quoted(at);
        else
            at = strchr("([{<", *at) ? skip_brackets(at) : at + 1;
    }
    return at;
}

static const char *skip_word(const char *at)
{
    while (*at && !strchr(" ,*()[]{}<>\n", *at))
        at = *at == '"' ? skip_quoted(at) : at + 1;
    return at;
}

/* Stars, and parameters of functions, belong to what is in front of them. */
static const char *skip_type(const char *at)
{
    at = *at && strchr("[{<", *at) ? skip_brackets(at) : skip_word(at);
    for (;;) {
        if (*at == '*')
            at++;
        else if (begins(at, " ("))
            at = skip_brackets(at + 1);
        else if (begins(at, " addrspace("))
            at = skip_brackets(at + 10);
        else
            return at;
    }
}

/* 0: not plain to see. */
static size_t bits_of(struct line_piece type)
{
    static const struct {
        const char *name;
        size_t bits;
    } plain[] = { { "float", 32 },  { "double", 64 }, { "half", 16 },    { "bfloat", 16 },
                  { "fp128", 128 }, { "ptr", 64 },    { "x86_mmx", 64 }, { "x86_fp80", 80 } };
    char *end;
    if (type.length && type.at[type.length - 1] == '*')
        return 64;
    if (type.at[0] == 'i' && isdigit((unsigned char)type.at[1]))
        return (strtoul(type.at + 1, NULL, 10) + 7) / 8 * 8;
    if (type.at[0] == '<' && isdigit((unsigned char)type.at[1])) {
        size_t count = strtoul(type.at + 1, &end, 10);
        struct line_piece element = { end + 3, 0 };
        element.length = (size_t)(skip_type(element.at) - element.at);
        return begins(end, " x ") && !begins(element.at, "i1>") ? count * bits_of(element) : 0;
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strlen(plain[i].name) == type.length && begins(type.at, plain[i].name))
            return plain[i].bits;
    return 0;
}

static bool has_hook(size_t bits)
{
    return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128;
}

/* ---- writing ---- */

static void write_size(struct llvm_scan *scan, struct line_piece type)
{
    size_t bits = bits_of(type);
    int length = (int)type.length;
    if (bits)
        fprintf(scan->to, "%zu", bits / 8);
    else if (scan->opaque)
        fprintf(scan->to, "ptrtoint (ptr getelementptr (%.*s, ptr null, i32 1) to i64)", length, type.at);
    else
        fprintf(scan->to, "ptrtoint (%.*s* getelementptr (%.*s, %.*s* null, i32 1) to i64)", length, type.at, length,
                type.at, length, type.at);
}

/* With the place of the line that it is for. */
static void end_hook(struct llvm_scan *scan, const char *line)
{
    const char *place = strstr(line, ", !dbg !"), *end = strchr(line, '\n');
    if (place && end && place < end)
        fprintf(scan->to, ")%.*s\n", (int)(8 + strspn(place + 8, "0123456789")), place);
    else
        fputs(")\n", scan->to);
}

/* As the compiler's own. */
static void write_plain_hook(struct llvm_scan *scan, struct line_piece type, struct line_piece pointer, bool writes,
                             const char *line)
{
    size_t hook = scan->hooks++;
    if (!scan->opaque)
        fprintf(scan->to, "  %%linnet.%zu = bitcast %.*s* %.*s to i8*\n", hook, (int)type.length, type.at,
                (int)pointer.length, pointer.at);
    fprintf(scan->to, "  call void @__tsan_%s%zu(", writes ? "write" : "read", bits_of(type) / 8);
    if (scan->opaque)
        fprintf(scan->to, "ptr %.*s", (int)pointer.length, pointer.at);
    else
        fprintf(scan->to, "i8* %%linnet.%zu", hook);
    end_hook(scan, line);
}

/* `type` is that of what is touched, `pointer` leads there. */
static void write_hook(struct llvm_scan *scan, struct line_piece type, struct line_piece pointer, bool writes,
                       const char *line)
{
    size_t hook = scan->hooks++;
    if (!scan->opaque)
        fprintf(scan->to, "  %%linnet.%zu = bitcast %.*s* %.*s to i8*\n", hook, (int)type.length, type.at,
                (int)pointer.length, pointer.at);
    fprintf(scan->to, "  call void @linnet_%s_range(", writes ? "write" : "read");
    if (scan->opaque)
        fprintf(scan->to, "ptr %.*s, i64 ", (int)pointer.length, pointer.at);
    else
        fprintf(scan->to, "i8* %%linnet.%zu, i64 ", hook);
    write_size(scan, type);
    end_hook(scan, line);
}

/* ---- parts of variables ---- */

/* Where the function says what `name` is, behind the sign of equality; NULL: it does not. */
static const char *meaning_of(const struct llvm_scan *scan, struct line_piece name, const char *line)
{
    char head[200];
    const char *found;
    if (!scan->function || name.length < 2 || name.at[0] != '%' || name.length > sizeof head - 10)
        return NULL;
    snprintf(head, sizeof head, "\n  %.*s = ", (int)name.length, name.at);
    found = memmem(scan->function, (size_t)(line - scan->function), head, strlen(head));
    return found ? found + strlen(head) : NULL;
}

/* The pointer that another one is made of; empty: none. */
static struct line_piece made_of(const char *meaning)
{
    const char *at = meaning;
    if (begins(at, "getelementptr ")) {
        at = end_of_operand(at + 14);
        at = *at == ',' ? skip_type(at + 2) : at;
    } else if (begins(at, "bitcast ")) {
        at = skip_type(at + 8);
    } else {
        return (struct line_piece){ at, 0 };
    }
    at += strspn(at, " ");
    return (struct line_piece){ at, *at == '%' ? (size_t)(skip_word(at) - at) : 0 };
}

/* How far it is from a variable of the function: 0 is the variable itself. -1: it is not of one. */
static int steps_from_local(const struct llvm_scan *scan, struct line_piece pointer, const char *line)
{
    enum { STEPS = 16 };
    for (int step = 0; step < STEPS; step++) {
        const char *meaning = meaning_of(scan, pointer, line);
        if (!meaning)
            return -1;
        if (begins(meaning, "alloca "))
            return step;
        pointer = made_of(meaning);
    }
    return -1;
}

/* Not the variable itself. */
static bool is_part_of_local(const struct llvm_scan *scan, struct line_piece pointer, const char *line)
{
    return steps_from_local(scan, pointer, line) > 0;
}

/* ---- instructions ---- */

/* `at` is behind the word load, or store. */
static void look_at_access(struct llvm_scan *scan, const char *at, bool writes, const char *line)
{
    struct line_piece type, pointer;
    at += strspn(at, " ");
    if (begins(at, "atomic "))
        at += 7;
    if (begins(at, "volatile "))
        at += 9;
    type = (struct line_piece){ at, (size_t)(skip_type(at) - at) };
    at = end_of_operand(at);
    if (*at != ',')
        return;
    at = skip_type(at + 2);
    at += strspn(at, " ");
    pointer = (struct line_piece){ at, (size_t)(end_of_operand(at) - at) };
    if (!has_hook(bits_of(type)))
        write_hook(scan, type, pointer, writes, line);
    else if (!scan->hooked && is_part_of_local(scan, pointer, line))
        write_plain_hook(scan, type, pointer, writes, line);
}

/* Behind the attributes of an argument is its value. */
static struct line_piece value_of(const char *at)
{
    static const char *const values[] = {
        "%", "@", "bitcast ", "getelementptr ", "inttoptr ", "addrspacecast ", "select ", "null", "undef", "poison"
    };
    const char *end = end_of_operand(at);
    while (at < end) {
        at += strspn(at, " ");
        for (size_t i = 0; i < sizeof values / sizeof *values; i++)
            if (begins(at, values[i]))
                return (struct line_piece){ at, (size_t)(end - at) };
        at += strcspn(at, " ,()\n");
        if (*at == '(')
            at = skip_brackets(at);
    }
    return (struct line_piece){ end, 0 };
}

static void look_at_arguments(struct llvm_scan *scan, const char *line, const char *end)
{
    static const char word[] = " byval(";
    for (const char *at = strstr(line, word); at && at < end; at = strstr(at + 1, word)) {
        const char *open = at + sizeof word - 2, *behind = skip_brackets(open);
        struct line_piece type = { open + 1, (size_t)(behind - open) - 2 }, value = value_of(behind);
        if (value.length)
            write_hook(scan, type, value, false, line);
    }
}

/* ---- intrinsics ---- */

/* The number behind `key` in the description of a node: `!12 = !DILocation(line: 5, scope: !7)`. */
static size_t look_in_node(const char *text, size_t node, const char *key)
{
    char head[40];
    const char *at, *found;
    snprintf(head, sizeof head, "\n!%zu = ", node);
    at = strstr(text, head);
    found = at ? strstr(at + 1, key) : NULL;
    return found && found < strchr(at + 1, '\n') ? strtoul(found + strlen(key), NULL, 10) : 0;
}

/* Where a line of code is from; empty: not known. */
static void find_place(const char *text, const char *line, char *place, size_t room)
{
    const char *end = strchr(line, '\n'), *debug = strstr(line, "!dbg !"), *name;
    size_t node, file;
    char head[40];
    *place = '\0';
    if (!debug || !end || debug > end)
        return;
    node = strtoul(debug + 6, NULL, 10);
    file = look_in_node(text, look_in_node(text, node, "scope: !"), "file: !");
    snprintf(head, sizeof head, "\n!%zu = !DIFile(filename: \"", file);
    name = strstr(text, head);
    if (name)
        name += strlen(head);
    snprintf(place, room, "%.*s:%zu", name ? (int)strcspn(name, "\"\n") : 0, name ? name : "",
             look_in_node(text, node, "line: "));
}

/* A list of arguments that is made somewhere else than in a variable of the function. */
static bool makes_list(const struct llvm_scan *scan, const char *name, const char *arguments, const char *line)
{
    const char *list = arguments + strcspn(arguments, "%@,)");
    return (begins(name, "llvm.va_start") || begins(name, "llvm.va_copy")) &&
           steps_from_local(scan, (struct line_piece){ list, (size_t)(skip_word(list) - list) }, line) < 0;
}

/* Those that are about memory, but for what only moves it between caches. */
static bool touches_memory(const char *name)
{
    static const char *const about[] = { "llvm.x86.",    "llvm.masked.",  "llvm.vp.",    "llvm.matrix.",
                                         "llvm.memcpy.", "llvm.memmove.", "llvm.memset." };
    if (strstr(name, "clflush") || strstr(name, "clwb") || strstr(name, "cldemote") || strstr(name, "mxcsr"))
        return false;
    for (size_t i = 0; i < sizeof about / sizeof *about; i++)
        if (begins(name, about[i]))
            return true;
    return false;
}

static void look_at_intrinsic(struct llvm_scan *scan, const char *line, const char *end)
{
    const char *at = strstr(line, "@llvm."), *arguments;
    char name[100], told[140], place[300];
    if (!at || at > end)
        return;
    arguments = skip_word(at);
    if (*arguments != '(')
        return;
    snprintf(name, sizeof name, "%.*s", (int)(arguments - at) - 1, at + 1);
    end = skip_brackets(arguments);
    for (at = arguments; at < end && *at != '*' && !begins(at, "ptr "); at++)
        ;
    if (at == end || !(touches_memory(name) || makes_list(scan, name, arguments, line)))
        return;
    find_place(scan->text, line, place, sizeof place);
    snprintf(told, sizeof told, "what touches memory as %s", name);
    scan->found(scan->self, &(struct ln_unhooked){ LN_UNHOOKED_CODE, told, place });
}

/* ---- lines ---- */

/* Behind the name that it gets; and behind words that say how to call. */
static const char *instruction_of(const char *line)
{
    const char *is;
    line += strspn(line, " ");
    is = *line == '%' ? strstr(line, " = ") : NULL;
    if (is && is < strchr(line, '\n'))
        line = is + 3;
    while (begins(line, "tail ") || begins(line, "musttail ") || begins(line, "notail "))
        line += strcspn(line, " ") + 1;
    return line;
}

static void look_at_line(struct llvm_scan *scan, const char *line, const char *end)
{
    const char *at, *hook;
    if (begins(line, "define "))
        scan->function = line;
    if (line[0] != ' ')
        return;
    at = instruction_of(line);
    if (begins(at, "load ")) {
        look_at_access(scan, at + 5, false, line);
    } else if (begins(at, "store ")) {
        look_at_access(scan, at + 6, true, line);
    } else if (begins(at, "call ") || begins(at, "invoke ") || begins(at, "callbr ")) {
        look_at_arguments(scan, at, end);
        look_at_intrinsic(scan, at, end);
    }
    hook = strstr(at, "@__tsan_");
    scan->hooked = hook && hook < end;
}

/* Those that the compiler may have had no need of. */
static void declare_hooks(struct llvm_scan *scan)
{
    static const char *const names[] = { "read", "write" };
    char head[60];
    for (size_t i = 0; i < 2 && scan->hooks; i++)
        for (unsigned bytes = 1; bytes <= 16; bytes *= 2) {
            snprintf(head, sizeof head, "declare void @__tsan_%s%u(", names[i], bytes);
            if (!strstr(scan->text, head))
                fprintf(scan->to, "\n%s%s)", head, scan->opaque ? "ptr" : "i8*");
        }
}

static void scan_text(struct llvm_scan *scan)
{
    for (const char *line = scan->text, *end; *line; line = end) {
        end = strchr(line, '\n');
        end = end ? end + 1 : line + strlen(line);
        look_at_line(scan, line, end);
        fwrite(line, 1, (size_t)(end - line), scan->to);
    }
    declare_hooks(scan);
    if (scan->hooks)
        fprintf(scan->to, "\ndeclare void @linnet_read_range(%s, i64)\ndeclare void @linnet_write_range(%s, i64)\n",
                scan->opaque ? "ptr" : "i8*", scan->opaque ? "ptr" : "i8*");
}

bool ln_llvm_hook(const char *from, const char *to, ln_unhooked_found *found, void *self)
{
    struct ln_file file;
    FILE *out = fopen(to, "w");
    bool fine;
    ln_file_read(&file, from);
    fine = out && file.bytes;
    if (fine) {
        struct llvm_scan scan = { .text = (const char *)file.bytes, .to = out, .found = found, .self = self };
        scan.opaque = !strstr(scan.text, "i8*"); /* which any code with hooks has */
        scan_text(&scan);
    }
    ln_file_free(&file);
    if (out && fclose(out))
        fine = false;
    return fine;
}
