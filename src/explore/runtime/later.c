/* What src/plugin/apart.c makes of gcc's hooks that announce several accesses as one, or a write that reads first: they
 * say what is to come, and each instruction that may touch it asks here. So it is one access after the other, as the
 * processor makes them. */
#include "explore/runtime/access.h"
#include "explore/runtime/unseen.h"

enum { READS = 1, WRITES = 2 };

/* A bit for each thread that has something to come. */
uint32_t rt_later __attribute__((used, visibility("hidden"))) STATE;

/* Everything is kept but %r11, which holds the address, and the flags, which are the caller's to save: others may run
 * meanwhile, which use all of the registers. Above the return address is what the instruction does. */
__asm__(".text\n"
        ".globl linnet_instruction\n.hidden linnet_instruction\n.type linnet_instruction, @function\n"
        "linnet_instruction:\n"
        "    cmpl $0, rt_later(%rip)\n    jne 1f\n    ret\n1:\n"
        "    pushq %rbp\n    movq %rsp, %rbp\n"
        "    pushq %rax\n    pushq %rcx\n    pushq %rdx\n    pushq %rsi\n    pushq %rdi\n"
        "    pushq %r8\n    pushq %r9\n    pushq %r10\n"
        "    movq %r11, %rdi\n    movq 16(%rbp), %rsi\n    cld\n"
        "    subq $2816, %rsp\n    andq $-64, %rsp\n"
        "    xorl %eax, %eax\n    movq %rax, 512(%rsp)\n    movq %rax, 520(%rsp)\n    movq %rax, 528(%rsp)\n"
        "    movq %rax, 536(%rsp)\n    movq %rax, 544(%rsp)\n    movq %rax, 552(%rsp)\n"
        "    movq %rax, 560(%rsp)\n    movq %rax, 568(%rsp)\n"
        "    movl $0xe7, %eax\n    xorl %edx, %edx\n    xsave (%rsp)\n" /* all but what no such code uses */
        "    movq 8(%rbp), %rdx\n"
        "    call rt_instruction\n"
        "    movl $0xe7, %eax\n    xorl %edx, %edx\n    xrstor (%rsp)\n"
        "    leaq -64(%rbp), %rsp\n"
        "    popq %r10\n    popq %r9\n    popq %r8\n"
        "    popq %rdi\n    popq %rsi\n    popq %rdx\n    popq %rcx\n    popq %rax\n    popq %rbp\n    ret\n"
        ".size linnet_instruction, . - linnet_instruction\n");

/* It is touched: is that what was said to come? */
static bool touch(struct later *later, uintptr_t address, size_t size)
{
    bool comes = false;
    for (uint32_t i = 0; i < later->count; i++)
        if (address < later->at[i].address + later->at[i].length && later->at[i].address < address + size)
            comes = later->at[i].touched = true;
    later->touched |= comes;
    return comes;
}

void rt_later_called(uintptr_t address, size_t size)
{
    touch(&state.current->later, address, size);
}

static bool is_shared(uintptr_t address, size_t size)
{
    for (uintptr_t at = address & ~(uintptr_t)7; at < address + size; at += 8) {
        const struct ln_word *word = rt_word(at);
        if (!word || word->mask & LN_WORD_SHARED)
            return true;
    }
    return false;
}

void rt_later_end(uintptr_t pc)
{
    struct later *later = &state.current->later;
    bool missed = false;
    for (uint32_t i = 0; i < later->count; i++)
        missed |= !later->at[i].touched && is_shared(later->at[i].address, later->at[i].length);
    later->count = 0;
    rt_later &= ~(1u << state.current->index);
    if (missed)
        rt_unseen(LN_UNSEEN_CODE, "an access that does not come where it is announced", "", "", pc);
}

/* Nobody else has to do with it, so that it does not matter when it comes. (A write may hide a read.) */
static bool is_private(uintptr_t address, size_t size, bool writes)
{
    for (uintptr_t at = address & ~(uintptr_t)7; at < address + size; at += 8) {
        struct ln_word *word = rt_word(at);
        if (!word || rt_touch(word, writes))
            return false;
    }
    return true;
}

static void leave_for_later(const void *address, size_t size, bool writes, uintptr_t pc)
{
    struct later *later = &state.current->later;
    if (!state.active || !size)
        return;
    if (later->count && (later->touched || later->count == sizeof later->at / sizeof *later->at))
        rt_later_end(pc);
    if (!later->count)
        later->touched = false;
    if (is_private((uintptr_t)address, size, writes) ||
        (!rt_word((uintptr_t)address) && rt_unowned((uintptr_t)address, writes, pc) == MEMORY_CONSTANT)) {
        rt_range(address, size, writes, pc);
        return;
    }
    later->at[later->count].address = (uintptr_t)address;
    later->at[later->count].touched = false;
    later->at[later->count++].length = size;
    rt_later |= 1u << state.current->index;
}

/* What is read is what was there when it was read, although the instruction that writes reads it again. */
static void read_and_write(char *address, size_t size, uintptr_t pc)
{
    char before[8];
    rt_plain(address, size, false, pc);
    for (size_t i = 0; i < size && i < sizeof before; i++)
        before[i] = address[i];
    rt_plain(address, size, true, pc);
    for (size_t i = 0; i < size && i < sizeof before; i++)
        address[i] = before[i];
}

void rt_instruction(char *address, uintptr_t what, uintptr_t back) __attribute__((used, visibility("hidden")));
void rt_instruction(char *address, uintptr_t what, uintptr_t back)
{
    size_t size = what & 0xff;
    unsigned does = what >> 8 & (READS | WRITES);
    if (!state.active || !touch(&state.current->later, (uintptr_t)address, size))
        return;
    if (does == (READS | WRITES))
        read_and_write(address, size, back - 1);
    else
        rt_plain(address, size, does == WRITES, back - 1);
}

#define LATER(size)                                    \
    void linnet_later_read##size(void *address);       \
    void linnet_later_read##size(void *address)        \
    {                                                  \
        leave_for_later(address, size, false, CALLER); \
    }                                                  \
    void linnet_later_write##size(void *address);      \
    void linnet_later_write##size(void *address)       \
    {                                                  \
        leave_for_later(address, size, true, CALLER);  \
    }
LATER(1)
LATER(2)
LATER(4)
LATER(8)
LATER(16)

void linnet_later_read_range(void *address, size_t size);
void linnet_later_read_range(void *address, size_t size)
{
    leave_for_later(address, size, false, CALLER);
}

void linnet_later_write_range(void *address, size_t size);
void linnet_later_write_range(void *address, size_t size)
{
    leave_for_later(address, size, true, CALLER);
}
