#include "plugin/redirect.h"

#include "plugin/harmless.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "linnet_call_"

struct ln_redirected {
    char *name;     /* with the prefix */
    bool undefined; /* in a file that the compiler made, */
    bool defined;   /* in one of them, */
    bool by_hand;   /* or in one of assembly */
    bool open;      /* not known what it is until all is linked */
    bool redirected;
    bool stub;        /* of our own, which tells of the call, */
    bool touches;     /* or of the memory that it touches */
    bool own;         /* the runtime has it, under this name */
    char library[80]; /* if it was linked in */
};

static const char *plain(const struct ln_redirected *name)
{
    return name->name + sizeof PREFIX - 1;
}

/* ---- the set of names ---- */

static struct ln_redirected *find(const struct ln_redirect *redirect, const char *name)
{
    uint64_t hash = ln_hash(name, strlen(name));
    uint32_t at;
    assert(redirect->by_name.count == redirect->names.length);
    LN_TABLE_FIND(at, &redirect->by_name, hash, strcmp(plain(&redirect->names.at[at]), name) == 0);
    return at == LN_NO_ITEM ? NULL : &redirect->names.at[at];
}

static struct ln_redirected *find_or_add(struct ln_redirect *redirect, const char *name)
{
    struct ln_redirected *found = find(redirect, name), new = { .name = NULL };
    size_t length = strlen(name) + sizeof PREFIX;
    if (found)
        return found;
    new.name = malloc(length);
    if (!new.name || !ln_table_reserve(&redirect->by_name, redirect->names.length + 1) ||
        !ln_vec_push(&redirect->names, &redirect->memory, new)) {
        free(new.name);
        return NULL;
    }
    snprintf(new.name, length, "%s%s", PREFIX, name);
    ln_table_put(&redirect->by_name, ln_hash(name, strlen(name)), (uint32_t)redirect->names.length - 1);
    return &redirect->names.at[redirect->names.length - 1];
}

void ln_redirect_init(struct ln_redirect *redirect, const char *runtime)
{
    *redirect = (struct ln_redirect){ .failed = false };
    ln_memory_init(&redirect->memory, UINT64_MAX);
    ln_table_init(&redirect->by_name, &redirect->memory);
    ln_file_read(&redirect->runtime, runtime);
}

void ln_redirect_fini(struct ln_redirect *redirect)
{
    for (size_t i = 0; i < redirect->names.length; i++)
        free(redirect->names.at[i].name);
    ln_vec_fini(&redirect->names, &redirect->memory);
    ln_table_fini(&redirect->by_name);
    ln_file_free(&redirect->runtime);
}

/* ---- what the object files say ---- */

struct redirect_reading {
    struct ln_redirect *redirect;
    bool assembly;
};

static void read_symbol(void *self, const struct ln_symbol *symbol)
{
    struct redirect_reading *reading = self;
    struct ln_redirected *name;
    if (symbol->local || !*symbol->name || (reading->assembly && !symbol->defined))
        return;
    name = find_or_add(reading->redirect, symbol->name);
    if (!name)
        reading->redirect->failed = true;
    else if (reading->assembly)
        name->by_hand |= symbol->function;
    else if (symbol->defined)
        name->defined = true;
    else
        name->undefined = true;
}

void ln_redirect_read(struct ln_redirect *redirect, const char *object, bool assembly)
{
    struct ln_file file;
    ln_file_read(&file, object);
    ln_elf_symbols(&file, read_symbol, &(struct redirect_reading){ redirect, assembly });
    ln_file_free(&file);
}

static void decide(const struct ln_redirect *redirect, struct ln_redirected *name)
{
    assert(name->undefined && !name->defined && !name->by_hand);
    name->redirected = ln_archive_has(&redirect->runtime, name->name);
    name->own = !name->redirected && ln_archive_has(&redirect->runtime, plain(name));
    if (name->redirected || name->own)
        return;
    name->open = !ln_is_harmless(plain(name));
    name->touches = name->redirected = !name->open && ln_touches(plain(name), &(unsigned){ 0 });
}

bool ln_redirect_decide(struct ln_redirect *redirect)
{
    bool open = false;
    for (size_t i = 0; i < redirect->names.length; i++) {
        struct ln_redirected *name = &redirect->names.at[i];
        if (!name->undefined || name->defined)
            continue;
        name->stub = name->redirected = name->by_hand;
        if (name->by_hand)
            continue;
        decide(redirect, name);
        open |= name->open;
    }
    return open;
}

/* ---- what came of linking ---- */

static void look_at_symbol(void *self, const struct ln_symbol *symbol)
{
    struct ln_redirected *name = symbol->local ? NULL : find(self, symbol->name);
    if (!name || !name->open)
        return;
    if (symbol->function)
        name->redirected = name->stub = true;
    name->open = !symbol->function && !symbol->data;
    if (symbol->defined && !name->library[0])
        snprintf(name->library, sizeof name->library, "linked along");
}

/* GNU ld's map: a line that ends in a file, then the symbols of it, `0x... racy_inc`. */
static void read_map_line(struct ln_redirect *redirect, char *line, char file[80])
{
    char *rest = NULL, *first = strtok_r(line, " \t\n", &rest), *last = first, *second = NULL, *word, *slash;
    unsigned words = first != NULL;
    struct ln_redirected *name;
    while (first && (word = strtok_r(NULL, " \t\n", &rest))) {
        if (++words == 2)
            second = word;
        last = word;
    }
    if (words == 2 && strncmp(first, "0x", 2) == 0) {
        name = find(redirect, second);
        if (name && name->stub && name->library[0] && file[0])
            snprintf(name->library, sizeof name->library, "%s", file);
    } else if (words > 1 && (strstr(last, ".a(") || strstr(last, ".o"))) {
        last[strcspn(last, "(")] = '\0';
        slash = strrchr(last, '/');
        snprintf(file, 80, "%s", slash ? slash + 1 : last);
    }
}

static void read_map(struct ln_redirect *redirect, const char *path)
{
    FILE *map = fopen(path, "r");
    char *line = NULL, file[80] = "";
    size_t room = 0;
    while (map && getline(&line, &room, map) > 0)
        read_map_line(redirect, line, file);
    free(line);
    if (map)
        fclose(map);
}

void ln_redirect_look(struct ln_redirect *redirect, const char *linked, const char *map)
{
    struct ln_file file;
    ln_file_read(&file, linked);
    ln_elf_symbols(&file, look_at_symbol, redirect);
    ln_file_free(&file);
    read_map(redirect, map);
}

/* ---- changing them ---- */

/* As struct noted_call in src/explore/runtime/unseen.h. */
static void write_stub(const struct ln_redirected *name, size_t number, FILE *to)
{
    fprintf(to,
            "    .text\n    .globl %s\n    .hidden %s\n    .type %s, @function\n%s:\n"
            "    leaq .Lnoted_%zu(%%rip), %%r11\n    call linnet_note_call\n    jmp *%s@GOTPCREL(%%rip)\n"
            "    .size %s, . - %s\n"
            "    .section .rodata\n.Lname_%zu:\n    .string \"%s\"\n.Llibrary_%zu:\n    .string \"%s\"\n"
            "    .section linnet_state,\"aw\",@progbits\n    .balign 8\n.Lnoted_%zu:\n"
            "    .quad .Lname_%zu, .Llibrary_%zu, %s\n    .long %d, 0\n",
            name->name, name->name, name->name, name->name, number, plain(name), name->name, name->name, number,
            plain(name), number, name->library, number, number, number, plain(name), name->by_hand);
}

/* What may be called through a pointer: functions of the runtime and stubs, by their addresses, and those of libraries
 * by their names, for the user need not have named them himself. As src/explore/runtime/indirect.c reads it. */
static void write_targets(const struct ln_redirect *redirect, FILE *to)
{
    const char *pattern;
    fputs("    .section .data.rel.ro.linnet,\"aw\",@progbits\n    .balign 8\n"
          "    .globl linnet_targets\n    .hidden linnet_targets\nlinnet_targets:\n",
          to);
    for (size_t i = 0; i < redirect->names.length; i++) {
        const struct ln_redirected *name = &redirect->names.at[i];
        if (name->redirected || name->own)
            fprintf(to, "    .quad %s\n", name->own ? plain(name) : name->name);
    }
    fputs("    .quad 0\n    .section .rodata\n    .globl linnet_harmless\n    .hidden linnet_harmless\n"
          "linnet_harmless:\n",
          to);
    for (size_t i = 0; (pattern = ln_harmless(i)); i++)
        fprintf(to, "    .string \"%s\"\n", pattern);
    fputs("    .byte 0\n", to);
}

/* As struct noted_touches in src/explore/runtime/unseen.h. setjmp returns twice: nothing may be left on the stack. */
static void write_touches(const struct ln_redirected *name, size_t number, FILE *to)
{
    unsigned at = 0;
    const struct ln_touch *touch;
    fprintf(to,
            "    .text\n    .globl %s\n    .hidden %s\n    .type %s, @function\n%s:\n"
            "    leaq .Ltouches_%zu(%%rip), %%r11\n    call linnet_note_touches\n    jmp *%s@GOTPCREL(%%rip)\n"
            "    .size %s, . - %s\n    .section .rodata\n.Lname_%zu:\n    .string \"%s\"\n"
            "    .section .data.rel.ro,\"aw\",@progbits\n    .balign 8\n.Ltouches_%zu:\n    .quad .Lname_%zu\n",
            name->name, name->name, name->name, name->name, number, plain(name), name->name, name->name, number,
            plain(name), number, number);
    while ((touch = ln_touches(plain(name), &at)))
        fprintf(to, "    .long %u, %d, %u\n", touch->argument, (int)touch->kind, touch->bytes);
    fputs("    .long -1, 0, 0\n", to);
}

bool ln_redirect_write(const struct ln_redirect *redirect, const char *path)
{
    FILE *to = fopen(path, "w");
    if (!to)
        return false;
    for (size_t i = 0; i < redirect->names.length; i++) {
        if (redirect->names.at[i].stub)
            write_stub(&redirect->names.at[i], i, to);
        else if (redirect->names.at[i].touches)
            write_touches(&redirect->names.at[i], i, to);
    }
    write_targets(redirect, to);
    fputs("    .section .note.GNU-stack,\"\",@progbits\n", to);
    return fclose(to) == 0;
}

static const char *rename_symbol(void *self, const char *symbol)
{
    const struct ln_redirected *name = find(self, symbol);
    return name && name->redirected ? name->name : NULL;
}

bool ln_redirect_apply(const struct ln_redirect *redirect, const char *object)
{
    struct ln_file file;
    bool fine;
    ln_file_read(&file, object);
    fine = ln_elf_rename(&file, object, rename_symbol, (void *)(uintptr_t)redirect);
    ln_file_free(&file);
    return fine;
}
