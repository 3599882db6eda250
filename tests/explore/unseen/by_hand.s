    .text
    .globl asm_inc
    .type asm_inc, @function
asm_inc:
    movl (%rdi), %eax
    incl (%rdi)
    ret
    .size asm_inc, .-asm_inc
    .section .note.GNU-stack,"",@progbits
