#include "plugin/indirect.h"

#include <string.h>

/* As in src/explore/runtime/indirect.c. */
#define MARK "0x2174656e6e696c21"

/* Of the length of two words, so that the function stays as aligned as it was. */
void ln_indirect_begin(struct ln_indirect *indirect)
{
    ln_indirect_end(indirect);
    indirect->inside = true;
    indirect->functions++;
    fprintf(indirect->to, "    .quad 0, " MARK "\n.Llinnet_begin_%zu_%zu:\n", indirect->source, indirect->functions);
}

void ln_indirect_end(struct ln_indirect *indirect)
{
    if (indirect->inside)
        fprintf(indirect->to, ".Llinnet_end_%zu_%zu:\n", indirect->source, indirect->functions);
    indirect->inside = false;
}

/* The operand of `call *8(%rax)`, `notrack jmp *%rdx`; NULL: it is something else. What is known by a symbol has been
 * taken care of, and the sequences for thread-local variables must stay as they are. */
static const char *target_of(const char *line, const char *verb)
{
    size_t length = strlen(verb);
    if (strncmp(line, "notrack", 7) == 0 || strncmp(line, "bnd", 3) == 0)
        line += strcspn(line, " \t"), line += strspn(line, " \t");
    if (strncmp(line, verb, length) != 0)
        return NULL;
    line += length + (line[length] == 'q');
    if (*line != ' ' && *line != '\t')
        return NULL;
    line += strspn(line, " \t");
    return *line == '*' && !strchr(line, '@') ? line + 1 : NULL;
}

/* Nobody relies on %r11 nor on the flags when a function is called. */
static void write_checked(FILE *to, const char *verb, const char *target)
{
    fprintf(to, "    movq %s, %%r11\n    call linnet_check_target\n    %s *%%r11\n", target, verb);
}

/* Within the function it is a computed goto, which may rely on everything. */
static void write_jump(struct ln_indirect *indirect, const char *target)
{
    size_t source = indirect->source, number = indirect->functions, jump = indirect->jumps++;
    fprintf(indirect->to,
            "    leaq -128(%%rsp), %%rsp\n    pushfq\n    pushq %%rax\n    pushq %%r11\n    movq %s, %%r11\n"
            "    leaq .Llinnet_begin_%zu_%zu(%%rip), %%rax\n    cmpq %%rax, %%r11\n    jb .Llinnet_leaves_%zu_%zu\n"
            "    leaq .Llinnet_end_%zu_%zu(%%rip), %%rax\n    cmpq %%rax, %%r11\n    jb .Llinnet_stays_%zu_%zu\n"
            ".Llinnet_leaves_%zu_%zu:\n    call linnet_check_target\n.Llinnet_stays_%zu_%zu:\n"
            "    popq %%r11\n    popq %%rax\n    popfq\n    leaq 128(%%rsp), %%rsp\n    jmp *%s\n",
            target, source, number, source, jump, source, number, source, jump, source, jump, source, jump, target);
}

/* clang says of a jump whether it leaves the function. gcc writes the table behind a jump through one. */
bool ln_indirect_hook(struct ln_indirect *indirect, const char *line, const char *whole)
{
    const char *target = target_of(line, "call");
    if (target) {
        write_checked(indirect->to, "call", target);
        return true;
    }
    target = target_of(line, "jmp");
    if (!target || strlen(target) >= sizeof indirect->jump)
        return false;
    if (strstr(whole, "TAILCALL")) {
        write_checked(indirect->to, "jmp", target);
        return true;
    }
    snprintf(indirect->jump, sizeof indirect->jump, "%s", target);
    return true;
}

void ln_indirect_next(struct ln_indirect *indirect, const char *line)
{
    if (!indirect->jump[0])
        return;
    if (strncmp(line, ".section", 8) == 0 || strstr(indirect->jump, "(%rsp"))
        fprintf(indirect->to, "    jmp *%s\n", indirect->jump);
    else
        write_jump(indirect, indirect->jump);
    indirect->jump[0] = '\0';
}
