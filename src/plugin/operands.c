#include "plugin/operands.h"

#include <assert.h>
#include <string.h>

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool begins_one_of(const char *text, const char *const *with)
{
    for (; *with; with++)
        if (begins(text, *with))
            return true;
    return false;
}

/* Behind the operand: at a comma that is not in brackets, or at the end. */
static const char *end_of(const char *at)
{
    int depth = 0;
    for (; *at && (*at != ',' || depth); at++)
        depth += (*at == '(') - (*at == ')');
    return at;
}

static bool has(const char *text, size_t length, const char *what)
{
    const char *found = strstr(text, what);
    return found && found < text + length;
}

static bool has_vector(const char *text, size_t length)
{
    return has(text, length, "%xmm") || has(text, length, "%ymm") || has(text, length, "%zmm");
}

/* Addresses of symbols, and constants of the compiler's, are read where nobody writes. Many places at once, by a vector of
 * numbers, have no address; they are told when they are compiled. */
static bool is_memory(const char *operand, size_t length)
{
    return has(operand, length, "(") && !has(operand, length, "%st(") && !has_vector(operand, length) &&
           !has(operand, length, "@GOT") && !has(operand, length, ".LC") && !has(operand, length, ":") &&
           !has(operand, length, "@tls") && *operand != '*';
}

static unsigned size_of_letter(char letter)
{
    switch (letter) {
    case 'b': return 1;
    case 'w': return 2;
    case 'l':
    case 'd': return 4;
    case 'q': return 8;
    default: return 0;
    }
}

static unsigned size_of_register(const char *operands)
{
    if (strstr(operands, "%zmm"))
        return 64;
    if (strstr(operands, "%ymm"))
        return 32;
    if (strstr(operands, "%xmm"))
        return 16;
    return 8;
}

/* movzbl, movslq: the first of the two letters is what is read. */
static bool extends(const char *name, size_t length)
{
    return length == 6 && (begins(name, "movz") || begins(name, "movs")) && size_of_letter(name[4]) && name[4] != 'd';
}

/* Numbers with a point: of the coprocessor, or in parts of the large registers. 0: it is something else. */
static unsigned size_of_float(const char *name, size_t length)
{
    static const char *const halves[] = { "movh", "movl", "vmovh", "vmovl", NULL };
    char last = name[length - 1], before = name[length - 2];
    if (name[0] == 'f')
        return last == 't' ? 10 : last == 's' ? 4 : 8;
    if (last == 'd' && before == 's')
        return 8;
    if (last == 's' && before == 's')
        return 4;
    if (length > 5 && before == 'p' && begins_one_of(name, halves))
        return 8;
    return 0;
}

static unsigned size_of(const char *name, size_t length, const char *operands)
{
    static const char *const parts[] = { "movd", "movq", "vmovd", "vmovq", "pextr", "vpextr", "pinsr", "vpinsr", NULL };
    unsigned size;
    if (extends(name, length))
        return size_of_letter(name[4]);
    if (begins(name, "set"))
        return 1;
    size = size_of_float(name, length);
    if (size)
        return size;
    if (begins_one_of(name, parts) && !begins(name + (name[0] == 'v'), "movdq"))
        return size_of_letter(name[length - 1]) ? size_of_letter(name[length - 1]) : 8;
    if (size_of_register(operands) > 8)
        return size_of_register(operands);
    return size_of_letter(name[length - 1]) ? size_of_letter(name[length - 1]) : 8;
}

/* What it does to its last operand, or its only one. */
static unsigned does_to_last(const char *name, size_t length, bool only)
{
    static const char *const readers[] = { "cmp", "test", "ucomis", "comis", "vucomis", "vcomis", "ptest", NULL };
    static const char *const writers[] = { "mov",  "vmov", "set",     "pextr", "vpextr", "vextract", "fst",
                                           "fist", "pop",  "extract", "cvt",   "vcvt",   "vpmov",    NULL };
    static const char *const only_readers[] = { "push",  "mul",   "imul",  "div",  "idiv",    "fld",
                                                "fild",  "fadd",  "fsub",  "fmul", "fdiv",    "fiadd",
                                                "fisub", "fimul", "fidiv", "fcom", "ldmxcsr", NULL };
    if (begins_one_of(name, readers) || (begins(name, "bt") && length <= 3) ||
        (only && begins_one_of(name, only_readers)))
        return LN_OPERAND_READ;
    if (begins_one_of(name, writers))
        return LN_OPERAND_WRITE;
    return LN_OPERAND_READ | LN_OPERAND_WRITE;
}

struct ln_memory_operand ln_operand_of(const char *line)
{
    static const char *const others[] = { "lea",     "nop", "prefetch", "call", "j", "lock", "rep", "xchg",
                                          "notrack", "bnd", "clflush",  "ret",  ".", "#",    NULL };
    size_t length = strcspn(line, " \t");
    const char *operands = line + length + strspn(line + length, " \t"), *at = operands, *end;
    struct ln_memory_operand operand = { 0 };
    if (length < 2 || !*operands || begins_one_of(line, others))
        return operand;
    for (; *at; at = end + (*end == ','), at += strspn(at, " \t")) {
        end = end_of(at);
        if (!is_memory(at, (size_t)(end - at)))
            continue;
        operand.at = at;
        operand.length = (size_t)(end - at);
        operand.does = *end ? LN_OPERAND_READ : does_to_last(line, length, at == operands);
    }
    if (operand.at) {
        operand.size = size_of(line, length, operands);
        operand.stack = has(operand.at, operand.length, "(%rsp");
        operand.frame = has(operand.at, operand.length, "(%rbp");
        assert(operand.length && operand.size && operand.does);
    }
    return operand;
}
