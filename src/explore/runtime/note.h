/* Inside the runtime only: how rewritten code tells it something, amid anything else that it does. */
#ifndef LN_EXPLORE_RUNTIME_NOTE_H
#define LN_EXPLORE_RUNTIME_NOTE_H

/* As before it is called but for %r11, which holds the first argument, and the flags, which are the caller's to save.
 * The second one is the word that is `back` bytes above the frame: at 8 is where this returns to, at 16 where the caller
 * does if it has nothing on the stack. The third one is the frame: below it are %rax, %rcx, %rdx, %rsi, %rdi, %r8, %r9 and
 * %r10, as they were. */
#define RT_NOTE(name, back, function)                                                                     \
    ".text\n"                                                                                             \
    ".globl " name "\n.hidden " name "\n.type " name ", @function\n" name ":\n"                           \
    "    pushq %rbp\n    movq %rsp, %rbp\n"                                                               \
    "    pushq %rax\n    pushq %rcx\n    pushq %rdx\n    pushq %rsi\n    pushq %rdi\n"                    \
    "    pushq %r8\n    pushq %r9\n    pushq %r10\n"                                                      \
    "    subq $256, %rsp\n    andq $-16, %rsp\n"                                                          \
    "    movaps %xmm0, (%rsp)\n    movaps %xmm1, 16(%rsp)\n    movaps %xmm2, 32(%rsp)\n"                  \
    "    movaps %xmm3, 48(%rsp)\n    movaps %xmm4, 64(%rsp)\n    movaps %xmm5, 80(%rsp)\n"                \
    "    movaps %xmm6, 96(%rsp)\n    movaps %xmm7, 112(%rsp)\n    movaps %xmm8, 128(%rsp)\n"              \
    "    movaps %xmm9, 144(%rsp)\n    movaps %xmm10, 160(%rsp)\n    movaps %xmm11, 176(%rsp)\n"           \
    "    movaps %xmm12, 192(%rsp)\n    movaps %xmm13, 208(%rsp)\n    movaps %xmm14, 224(%rsp)\n"          \
    "    movaps %xmm15, 240(%rsp)\n"                                                                      \
    "    movq %r11, %rdi\n    movq " back "(%rbp), %rsi\n    movq %rbp, %rdx\n    cld\n"                  \
    "    call " function "\n"                                                                             \
    "    movaps (%rsp), %xmm0\n    movaps 16(%rsp), %xmm1\n    movaps 32(%rsp), %xmm2\n"                  \
    "    movaps 48(%rsp), %xmm3\n    movaps 64(%rsp), %xmm4\n    movaps 80(%rsp), %xmm5\n"                \
    "    movaps 96(%rsp), %xmm6\n    movaps 112(%rsp), %xmm7\n    movaps 128(%rsp), %xmm8\n"              \
    "    movaps 144(%rsp), %xmm9\n    movaps 160(%rsp), %xmm10\n    movaps 176(%rsp), %xmm11\n"           \
    "    movaps 192(%rsp), %xmm12\n    movaps 208(%rsp), %xmm13\n    movaps 224(%rsp), %xmm14\n"          \
    "    movaps 240(%rsp), %xmm15\n"                                                                      \
    "    leaq -64(%rbp), %rsp\n"                                                                          \
    "    popq %r10\n    popq %r9\n    popq %r8\n"                                                         \
    "    popq %rdi\n    popq %rsi\n    popq %rdx\n    popq %rcx\n    popq %rax\n    popq %rbp\n    ret\n" \
    ".size " name ", . - " name "\n"

#endif
