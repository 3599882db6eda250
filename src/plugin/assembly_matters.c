/* Which inline assembly matters: only what can read or write memory of others, or goes where nobody knows. */
#include "plugin/assembly.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_one_of(const char *word, size_t length, const char *const *words)
{
    for (; *words; words++)
        if (strlen(*words) == length && strncmp(*words, word, length) == 0)
            return true;
    return false;
}

static bool begins(const char *word, const char *with)
{
    return strncmp(word, with, strlen(with)) == 0;
}

/* Without operands they are about strings in memory; with them they may be something else (movsd, cmpss). */
static bool is_about_strings(const char *word)
{
    static const char *const strings[] = { "movs", "stos", "lods", "cmps", "scas", "ins", "outs", NULL };
    for (const char *const *at = strings; *at; at++)
        if (begins(word, *at))
            return true;
    return false;
}

/* They go elsewhere, or touch memory that no operand names. */
static bool is_far_reaching(const char *word)
{
    static const char *const names[] = { "call",    "ret",    "iret",    "syscall",  "sysenter", "sysexit", "int",
                                         "xlat",    "enter",  "maskmov", "wrfsbase", "wrgsbase", "swapgs",  "mwait",
                                         "monitor", "xbegin", "vmcall",  "hlt",      NULL };
    for (const char *const *at = names; *at; at++)
        if (begins(word, *at) && !begins(word, "int3"))
            return true;
    return false;
}

/* They name memory, and leave it alone. */
static bool is_address_only(const char *word)
{
    return begins(word, "lea") || begins(word, "nop") || begins(word, "prefetch");
}

/* -8(%rbp), 16(%rsp,%rax,4): the stack of who runs it. */
static bool is_on_stack(const char *parenthesis)
{
    return begins(parenthesis, "(%rsp") || begins(parenthesis, "(%rbp") || begins(parenthesis, "(%esp") ||
           begins(parenthesis, "(%ebp");
}

static bool names_memory(const char *operands, bool jumps)
{
    const char *at = operands;
    for (const char *c = strchr(at, '('); c; c = strchr(c + 1, '('))
        if (!is_on_stack(c))
            return true;
    if (strchr(at, '[') || (jumps && strchr(at, '*')))
        return true;
    if (jumps || strchr(at, '('))
        return false;
    /* A bare name or number is an address. */
    for (; *at; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " \t");
        if (isalnum((unsigned char)*at) || *at == '_' || *at == '.')
            return true;
    }
    return false;
}

/* Behind labels and prefixes. */
static const char *skip_to_instruction(const char *at)
{
    static const char *const prefixes[] = { "lock",   "rep", "repe", "repz", "repne",   "repnz",
                                            "data16", "cs",  "ds",   "bnd",  "notrack", NULL };
    for (;;) {
        size_t length;
        at += strspn(at, " \t");
        length = strcspn(at, " \t:");
        if (at[length] == ':' || is_one_of(at, length, prefixes))
            at += length + (at[length] == ':');
        else
            return at;
    }
}

static bool instruction_matters(const char *text)
{
    static const char *const laying_out[] = { ".p2align", ".align", ".balign", NULL };
    const char *at = skip_to_instruction(text);
    size_t length = strcspn(at, " \t");
    const char *operands = at + length + strspn(at + length, " \t");
    if (!*at)
        return false;
    if (*at == '.')
        return !is_one_of(at, length, laying_out);
    if (is_far_reaching(at) || (is_about_strings(at) && (!*operands || strchr(operands, '('))))
        return true;
    return !is_address_only(at) && names_memory(operands, *at == 'j' || begins(at, "loop"));
}

static bool is_stack_register(const char *operand)
{
    return begins(operand, "%rsp") || begins(operand, "%esp") || begins(operand, "%rbp") || begins(operand, "%ebp");
}

/* It stays the same stack if a constant is added to it, and if its pointers are set from each other. */
static bool stays_on_stack(const char *word, const char *operands)
{
    static const char *const by_constants[] = { "add", "sub", "and", NULL };
    if (begins(word, "lea"))
        return strchr(operands, '(') && is_on_stack(strchr(operands, '(')) && strchr(operands, '(')[5] == ')';
    if (begins(word, "mov"))
        return is_stack_register(operands);
    for (const char *const *at = by_constants; *at; at++)
        if (begins(word, *at) && *operands == '$')
            return true;
    return begins(word, "push") || begins(word, "cmp") || begins(word, "test");
}

/* The last operand is what is written; exchanges write both. A frame pointer that was pushed is popped again. */
static bool instruction_moves_stack(const char *text)
{
    const char *at = skip_to_instruction(text), *operands, *last;
    size_t length = strcspn(at, " \t");
    operands = at + length + strspn(at + length, " \t");
    last = strrchr(operands, ',');
    last = last ? last + 1 + strspn(last + 1, " \t") : operands;
    if (begins(at, "pop") && (begins(last, "%rbp") || begins(last, "%ebp")))
        return false;
    if (begins(at, "xchg") && is_stack_register(operands))
        return true;
    return is_stack_register(last) && !stays_on_stack(at, operands);
}

typedef bool is_told(const char *instruction);

static bool find_instruction(const char *text, is_told *is, char *what, size_t room)
{
    while (*text) {
        char one[400];
        size_t length = strcspn(text, ";\n"), comment;
        snprintf(one, sizeof one, "%.*s", (int)length, text);
        comment = strcspn(one, "#");
        one[comment] = '\0';
        if (is(one)) {
            const char *begin = one + strspn(one, " \t");
            snprintf(what, room, "%s", begin);
            for (char *c = what; *c; c++)
                *c = *c == '\t' ? ' ' : *c;
            for (size_t end = strlen(what); end && what[end - 1] == ' ';)
                what[--end] = '\0';
            return true;
        }
        text += length + (text[length] != '\0');
    }
    return false;
}

bool ln_assembly_matters(const char *text, char *what, size_t room)
{
    return find_instruction(text, instruction_matters, what, room);
}

bool ln_assembly_moves_stack(const char *text, char *what, size_t room)
{
    return find_instruction(text, instruction_moves_stack, what, room);
}
