/* What the explorer takes for seen: which inline assembly matters, which functions are harmless; and reading symbols. */
#include "plugin/assembly.h"
#include "plugin/elf_symbols.h"
#include "plugin/harmless.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static bool matters(const char *text)
{
    char what[100];
    return ln_assembly_matters(text, what, sizeof what);
}

static void assembly_that_touches_nothing(void **state)
{
    /* clang-format off */
    static const char *const texts[] = {
        "", "# nothing", "pause", "rep; nop", "rep nop", "mfence", "lfence\n\tsfence", "rdtsc", "cpuid", "nop",
        "lock; addl $0,0(%rsp)", "lock addl $0, -8(%rsp)", "bswap %eax", "1: decl %eax\n jnz 1b", "bsrl %ecx, %eax",
        "movl %eax, %ebx", "movl $5, %eax", "movsd %xmm0, %xmm1", "leaq 8(%rdi), %rax", "prefetcht0 (%rdi)",
        "movq -16(%rbp), %rax", "pushfq; popq %rax", "nopw 0(%rax,%rax,1)", ".p2align 4", "int3",
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (matters(texts[i]))
            fail_msg("it does not matter: %s", texts[i]);
}

static void assembly_that_touches_memory(void **state)
{
    /* clang-format off */
    static const char *const texts[] = {
        "movl (%rdi), %eax", "lock; incl count(%rip)", "lock; xaddl %eax, (%rdx)", "xchgl %eax, 4(%rdi,%rsi,8)",
        "rep movsb", "rep stosq", "lodsb", "call foo", "jmp *%rax", "syscall", "int $0x80", "movl counter, %eax",
        "incl counter", ".byte 0xf0", "mov eax, [rdi]", "pause\n\tmovl %eax, (%rdi)", "cmpxchg16b (%rsi)",
        "movq %fs:(%rax), %rbx", "xbegin 1f", "ret",
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!matters(texts[i]))
            fail_msg("it matters: %s", texts[i]);
}

static void assembly_that_moves_the_stack(void **state)
{
    static const char *const moves[] = { "movq %rax, %rsp", "xchgq %rsp, %rdi",   "popq %rsp",
                                         "addq %rax, %rsp", "leaq 8(%rdi), %rbp", "leaq (%rsp,%rax), %rsp",
                                         "movl %edi, %ebp" };
    static const char *const stays[] = { "subq $128, %rsp", "movq %rsp, %rbp", "leaq -128(%rsp), %rsp",
                                         "pushq %rbp",      "popq %rbp",       "movq %rsp, %rax",
                                         "andq $-16, %rsp", "pause",           "" };
    char what[100];
    (void)state;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (!ln_assembly_moves_stack(moves[i], what, sizeof what))
            fail_msg("it moves the stack: %s", moves[i]);
    for (size_t i = 0; i < sizeof stays / sizeof *stays; i++)
        if (ln_assembly_moves_stack(stays[i], what, sizeof what))
            fail_msg("it does not: %s", stays[i]);
}

static void assembly_is_named(void **state)
{
    char what[100];
    (void)state;
    assert_true(ln_assembly_matters("\tpause\n\tlock;\tincl\t(%rdi)  # so", what, sizeof what));
    assert_string_equal(what, "incl (%rdi)");
}

static void harmless(void **state)
{
    (void)state;
    assert_true(ln_is_harmless("abs"));
    assert_true(ln_is_harmless("_ZSt20__throw_length_errorPKc"));
    assert_true(ln_is_harmless("__udivti3"));
    assert_false(ln_is_harmless("strtok"));
    assert_false(ln_is_harmless("fork"));
    assert_false(ln_is_harmless("_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_"));
    assert_false(ln_is_harmless(""));
}

/* ---- symbols ---- */

struct found {
    unsigned here, undefined;
};

static void visit(void *self, const struct ln_symbol *symbol)
{
    struct found *found = self;
    found->here += symbol->defined && symbol->function && strcmp(symbol->name, "harmless") == 0;
    found->undefined += !symbol->defined && strcmp(symbol->name, "strcmp") == 0;
}

static const char *rename_one(void *self, const char *name)
{
    (void)self;
    return strcmp(name, "strcmp") == 0 ? "something_longer" : NULL;
}

static void see_new(void *self, const struct ln_symbol *symbol)
{
    *(unsigned *)self += !symbol->defined && strcmp(symbol->name, "something_longer") == 0;
}

/* A small object file, made by whatever compiler there is; nothing to test without one. */
static bool make_object(const char *path)
{
    char command[400];
    snprintf(command, sizeof command,
             "printf 'int strcmp(const char *, const char *); int harmless(char *a) { return strcmp(a, a + 1); }' | "
             "cc -w -O0 -fno-builtin -x c -c - -o %s 2>/dev/null",
             path);
    return system(command) == 0;
}

static void symbols_are_read_and_renamed(void **state)
{
    char path[] = "/tmp/linnet-symbols-XXXXXX";
    struct ln_file file;
    struct found found = { 0, 0 };
    unsigned renamed = 0;
    int made = mkstemp(path);
    (void)state;
    assert_true(made >= 0);
    close(made);
    if (!make_object(path)) {
        unlink(path);
        skip();
    }
    ln_file_read(&file, path);
    ln_elf_symbols(&file, visit, &found);
    assert_int_equal(found.here, 1);
    assert_int_equal(found.undefined, 1);
    assert_true(ln_elf_rename(&file, path, rename_one, NULL));
    ln_file_free(&file);
    ln_file_read(&file, path);
    ln_elf_symbols(&file, see_new, &renamed);
    assert_int_equal(renamed, 1);
    ln_file_free(&file);
    unlink(path);
}

/* Cut anywhere, or with any byte changed, it is read without harm. */
static void nonsense_is_no_symbol(void **state)
{
    char path[] = "/tmp/linnet-symbols-XXXXXX";
    struct ln_file file, copy;
    struct found found;
    int made = mkstemp(path);
    (void)state;
    assert_true(made >= 0);
    close(made);
    if (!make_object(path)) {
        unlink(path);
        skip();
    }
    ln_file_read(&file, path);
    for (size_t size = 0; size < file.size; size += 7) {
        copy = (struct ln_file){ malloc(size + 1), size };
        memcpy(copy.bytes, file.bytes, size);
        ln_elf_symbols(&copy, visit, &found);
        ln_archive_has(&copy, "x");
        free(copy.bytes);
    }
    for (size_t at = 0; at < file.size; at++) {
        file.bytes[at] ^= 0xff;
        ln_elf_symbols(&file, visit, &found);
        file.bytes[at] ^= 0xff;
    }
    ln_file_free(&file);
    unlink(path);
}

static void archives(void **state)
{
    unsigned char bytes[] = "!<arch>\n/               0           0     0     0       14        `\n"
                            "\0\0\0\1\0\0\0\0hello\0\0";
    struct ln_file archive = { bytes, sizeof bytes - 1 };
    (void)state;
    assert_true(ln_archive_has(&archive, "hello"));
    assert_false(ln_archive_has(&archive, "hell"));
    archive.size -= 8;
    assert_false(ln_archive_has(&archive, "hello"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assembly_that_touches_nothing),
        cmocka_unit_test(assembly_that_touches_memory),
        cmocka_unit_test(assembly_that_moves_the_stack),
        cmocka_unit_test(assembly_is_named),
        cmocka_unit_test(harmless),
        cmocka_unit_test(symbols_are_read_and_renamed),
        cmocka_unit_test(nonsense_is_no_symbol),
        cmocka_unit_test(archives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
