/* Reads the compiler's output by lines. Both gcc and clang put inline assembly between #APP and #NO_APP; gcc says in
 * between which line it comes from, clang has said so before (.loc, .file). Blocks that can touch memory get a call in
 * front that saves everything; those outside of functions can only be told. */
#include "plugin/assembly.h"

#include "base/str.h"
#include "plugin/apart.h"
#include "plugin/indirect.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096, NAME = 512 };

struct assembly_scan {
    struct ln_assembly_work *work;
    FILE *to;     /* NULL: only tell of functions without hooks */
    char **files; /* by number, from .file */
    size_t file_count;
    char place[LINE];     /* of the line, as .loc says */
    char function[NAME];  /* that the line is in; empty: none */
    char declared[NAME];  /* the last one that .type names */
    char entered[LINE];   /* the first place in it */
    bool hooked, touches; /* the function calls a hook; and it touches memory */
    bool inside, within;  /* an inline block; of a function */
    bool marked, between; /* gcc tells its statements apart; the line is between two of them */
    struct ln_memory memory;
    struct ln_str block; /* as it stands */
    struct ln_str text;  /* a statement of it */
    char at[LINE];       /* where that comes from */
    char what[200];      /* the first instruction of the block that matters; empty: none */
    char first[LINE];    /* and where it comes from */
    size_t hooks;        /* so far */
    size_t number;       /* of the line */
    struct ln_indirect indirect;
    struct ln_apart apart; /* gcc */
};

/* ---- places ---- */

static void name_file(struct assembly_scan *scan, size_t number, const char *folder, const char *name)
{
    size_t length = strlen(folder) + strlen(name) + 2;
    char *path = malloc(length);
    if (number >= scan->file_count) {
        size_t count = number + 64;
        char **files = realloc(scan->files, count * sizeof *files);
        if (!files) {
            free(path);
            return;
        }
        memset(files + scan->file_count, 0, (count - scan->file_count) * sizeof *files);
        scan->files = files;
        scan->file_count = count;
    }
    if (!path)
        return;
    snprintf(path, length, "%s%s%s", *folder && *name != '/' ? folder : "", *folder && *name != '/' ? "/" : "", name);
    free(scan->files[number]);
    scan->files[number] = path;
}

/* .file 3 "/usr/include" "stdlib.h" md5 ..., .file 1 "a.c"; files given relative to where the compiler runs stay so. */
static void read_file(struct assembly_scan *scan, const char *line)
{
    unsigned number;
    char one[LINE / 2], other[LINE / 2];
    int names = sscanf(line, ".file %u \"%2000[^\"]\" \"%2000[^\"]\"", &number, one, other);
    if (names == 3)
        name_file(scan, number, other[0] == '/' || one[0] != '/' || strcmp(other, scan->work->source) == 0 ? "" : one,
                  other);
    else if (names == 2)
        name_file(scan, number, "", one);
}

static void read_place(struct assembly_scan *scan, const char *line)
{
    unsigned number, at;
    const char *file;
    if (sscanf(line, ".loc %u %u", &number, &at) != 2 || !at)
        return;
    file = number < scan->file_count ? scan->files[number] : NULL;
    snprintf(scan->place, sizeof scan->place, "%s:%u", file ? file : scan->work->source, at);
    if (!scan->entered[0])
        memcpy(scan->entered, scan->place, sizeof scan->entered);
}

/* ---- functions ---- */

static void tell(const struct assembly_scan *scan, enum ln_unhooked_kind kind, const char *name, const char *place)
{
    scan->work->found(scan->work->self, &(struct ln_unhooked){ kind, name, place });
}

/* clang leaves assembly outside of functions as it is; what it writes itself says which line it comes from, but for
 * thunks of virtual functions. */
static bool is_by_hand(const struct assembly_scan *scan)
{
    return !scan->entered[0] && strncmp(scan->function, "_ZT", 3) != 0;
}

static void end_function(struct assembly_scan *scan)
{
    bool unhooked = scan->touches && !scan->hooked, by_hand = is_by_hand(scan);
    scan->work->unhooked |= unhooked && !by_hand;
    if (unhooked && by_hand && scan->to)
        tell(scan, LN_UNHOOKED_ASSEMBLY, scan->function, scan->work->source);
    else if (unhooked && !by_hand && !scan->to)
        tell(scan, LN_UNHOOKED_CODE, scan->function, scan->entered);
    scan->function[0] = '\0';
    if (scan->to)
        ln_indirect_end(&scan->indirect);
}

static void begin_function(struct assembly_scan *scan)
{
    memcpy(scan->function, scan->declared, sizeof scan->function);
    scan->hooked = scan->touches = false;
    scan->entered[0] = '\0';
    if (scan->to)
        ln_indirect_begin(&scan->indirect);
}

static void read_name(const char *line, const char *directive, char name[NAME])
{
    const char *at = line + strlen(directive);
    at += strspn(at, " \t");
    snprintf(name, NAME, "%.*s", (int)strcspn(at, ", \t"), at);
}

static void read_directive(struct assembly_scan *scan, const char *line)
{
    char name[NAME];
    if (strncmp(line, ".file", 5) == 0) {
        read_file(scan, line);
    } else if (strncmp(line, ".loc", 4) == 0) {
        read_place(scan, line);
    } else if (strncmp(line, ".type", 5) == 0 && strstr(line, "@function")) {
        read_name(line, ".type", scan->declared);
    } else if (strncmp(line, ".size", 5) == 0) {
        read_name(line, ".size", name);
        if (strcmp(name, scan->function) == 0)
            end_function(scan);
    }
}

/* Does the instruction touch memory that is neither the stack nor a constant of the compiler's? */
static bool touches_memory(const char *line)
{
    char what[8];
    return !strstr(line, "@GOT") && !strstr(line, "@PLT") && !strstr(line, ".LC") && line[0] != 'j' &&
           strncmp(line, "call", 4) != 0 && strncmp(line, "ret", 3) != 0 && strchr(line, '(') &&
           ln_assembly_matters(line, what, sizeof what);
}

static void read_code(struct assembly_scan *scan, const char *line)
{
    size_t length = strlen(line);
    if (length && line[length - 1] == ':') {
        if (strlen(scan->declared) == length - 1 && strncmp(line, scan->declared, length - 1) == 0)
            begin_function(scan);
    } else if (scan->function[0]) {
        scan->hooked |= strstr(line, "__tsan_") != NULL;
        scan->touches |= touches_memory(line);
    } else if (isalpha((unsigned char)line[0]) && touches_memory(line) && scan->to) {
        tell(scan, LN_UNHOOKED_ASSEMBLY, line, scan->work->source);
    }
}

/* ---- blocks ---- */

static void write_string(FILE *to, const char *text)
{
    fputs("    .string \"", to);
    for (; *text; text++)
        fprintf(to, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    fputs("\"\n", to);
}

/* In front of the block: everything is as it was behind it, the red zone below the stack pointer too. */
static void write_hook(struct assembly_scan *scan, const char *what)
{
    size_t source = scan->work->number, hook = scan->hooks++;
    fprintf(scan->to,
            "    leaq -128(%%rsp), %%rsp\n    pushfq\n    pushq %%r11\n"
            "    leaq .Llinnet_assembly_%zu_%zu(%%rip), %%r11\n    call linnet_note_assembly\n"
            "    popq %%r11\n    popfq\n    leaq 128(%%rsp), %%rsp\n"
            "    .pushsection linnet_state,\"aw\",@progbits\n    .balign 8\n.Llinnet_assembly_%zu_%zu:\n"
            "    .quad .Llinnet_place_%zu_%zu, .Llinnet_text_%zu_%zu, 0\n    .popsection\n"
            "    .pushsection .rodata.linnet,\"a\",@progbits\n.Llinnet_place_%zu_%zu:\n",
            source, hook, source, hook, source, hook, source, hook, source, hook);
    write_string(scan->to, scan->first);
    fprintf(scan->to, ".Llinnet_text_%zu_%zu:\n", source, hook);
    write_string(scan->to, what);
    fputs("    .popsection\n", scan->to);
}

static void end_statement(struct assembly_scan *scan)
{
    const char *text = ln_str_borrow(&scan->text);
    if (!scan->what[0] && (ln_assembly_matters(text, scan->what, sizeof scan->what) ||
                           ln_assembly_moves_stack(text, scan->what, sizeof scan->what)))
        memcpy(scan->first, scan->at, sizeof scan->first);
    ln_str_clear(&scan->text);
}

static void end_block(struct assembly_scan *scan)
{
    end_statement(scan);
    scan->inside = false;
    if (!scan->to)
        return;
    if (scan->what[0] && scan->within)
        write_hook(scan, scan->what);
    else if (scan->what[0])
        tell(scan, LN_UNHOOKED_ASSEMBLY, scan->what, scan->first);
    fputs(ln_str_borrow(&scan->block), scan->to);
}

/* Inside: `# 12 "a.c" 1` and `# 0 "" 2` are around what gcc has from the user, with where it comes from. */
static void read_inside(struct assembly_scan *scan, const char *line)
{
    char file[LINE];
    unsigned at;
    if (line[0] != '#') {
        if (!scan->marked || !scan->between)
            ln_str_format(&scan->text, "%s\n", line);
        else if (line[0] == '.')
            read_directive(scan, line);
    } else if (sscanf(line, "# %u \"%4000[^\"]\"", &at, file) == 2 && at) {
        snprintf(scan->at, sizeof scan->at, "%.4000s:%u", file, at);
        scan->marked = true;
        scan->between = false;
    } else if (strncmp(line, "# 0 \"\"", 6) == 0) {
        end_statement(scan);
        scan->between = true;
    }
}

static void begin_block(struct assembly_scan *scan)
{
    scan->inside = true;
    scan->within = scan->function[0];
    scan->marked = scan->between = false;
    scan->what[0] = '\0';
    ln_str_clear(&scan->block);
    ln_str_clear(&scan->text);
    snprintf(scan->at, sizeof scan->at, "%s", scan->within ? scan->place : scan->work->source);
}

/* ---- lines ---- */

static void read_outside(struct assembly_scan *scan, const char *line, const char *whole)
{
    if (line[0] == '.')
        read_directive(scan, line);
    if (line[0] != '#')
        read_code(scan, line);
    if (!scan->to)
        return;
    if (ln_apart_is_hook(&scan->apart, scan->number)) {
        ln_apart_write_hook(scan->to, line);
        return;
    }
    if (scan->function[0] && ln_apart_has(&scan->apart, scan->function))
        ln_apart_write_instruction(scan->to, line);
    if (!scan->function[0] || !ln_indirect_hook(&scan->indirect, line, whole))
        fputs(whole, scan->to);
}

static void read_line(struct assembly_scan *scan, const char *whole)
{
    char line[LINE];
    size_t length;
    snprintf(line, sizeof line, "%s", whole + strspn(whole, " \t"));
    if (!scan->inside && line[0] != '#')
        line[strcspn(line, "#")] = '\0'; /* clang's remarks */
    for (length = strlen(line); length && isspace((unsigned char)line[length - 1]);)
        line[--length] = '\0';
    if (scan->to)
        ln_indirect_next(&scan->indirect, line);
    if (strncmp(line, "#APP", 4) == 0)
        begin_block(scan);
    if (!scan->inside) {
        read_outside(scan, line, whole);
        return;
    }
    ln_str_text(&scan->block, whole);
    if (strncmp(line, "#NO_APP", 7) == 0)
        end_block(scan);
    else
        read_inside(scan, line);
}

static bool scan_file(struct ln_assembly_work *work, FILE *to)
{
    struct assembly_scan *scan = calloc(1, sizeof *scan);
    FILE *from = fopen(work->from, "r");
    char *line = NULL;
    size_t room = 0;
    bool fine = scan && from && strlen(work->source) < LINE;
    if (fine) {
        scan->work = work;
        scan->to = to;
        scan->indirect = (struct ln_indirect){ .to = to, .source = work->number };
        ln_memory_init(&scan->memory, UINT64_MAX);
        ln_str_init(&scan->block, &scan->memory);
        ln_str_init(&scan->text, &scan->memory);
        snprintf(scan->place, sizeof scan->place, "%s", work->source);
        if (to && work->gcc)
            ln_apart_find(&scan->apart, work->from);
        while (getline(&line, &room, from) > 0) {
            scan->number++;
            read_line(scan, line);
        }
        if (to)
            ln_indirect_end(&scan->indirect);
        for (size_t i = 0; i < scan->file_count; i++)
            free(scan->files[i]);
        free(scan->files);
        fine = !scan->block.failed && !scan->text.failed && !scan->apart.failed;
        ln_apart_fini(&scan->apart);
        ln_str_fini(&scan->block);
        ln_str_fini(&scan->text);
    }
    if (from)
        fclose(from);
    free(line);
    free(scan);
    return fine;
}

bool ln_assembly_hook(struct ln_assembly_work *work)
{
    FILE *to = fopen(work->to, "w");
    bool fine = to && scan_file(work, to);
    if (to && fclose(to))
        fine = false;
    return fine;
}

void ln_assembly_tell_unhooked(const struct ln_assembly_work *work)
{
    struct ln_assembly_work again = *work;
    scan_file(&again, NULL);
}
