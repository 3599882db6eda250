/* What one instruction does to memory, as gcc writes it on x86-64. */
#ifndef LN_PLUGIN_OPERANDS_H
#define LN_PLUGIN_OPERANDS_H

#include <stdbool.h>
#include <stddef.h>

enum { LN_OPERAND_READ = 1, LN_OPERAND_WRITE = 2 };

struct ln_memory_operand {
    const char *at; /* memory, in the line: 8(%rax), that is neither a constant nor thread-local; NULL: there is none */
    size_t length;
    unsigned does; /* LN_OPERAND_READ, LN_OPERAND_WRITE, or both */
    unsigned size; /* in bytes */
    bool stack;    /* of who runs it: by the stack pointer, */
    bool frame;    /* or by %rbp, which is what the function makes of it */
};

/* `line` without spaces around it, and without remarks. What is one step anyway, or goes elsewhere, is left out. */
struct ln_memory_operand ln_operand_of(const char *line);

#endif
