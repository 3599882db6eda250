#include "explore/show/source.h"

#include "explore/show/code.h"

#include <dwarf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Calls itself for what is within: scopes are nested no deeper than sources are. */
enum { DEPTH = 64 };

bool code_address_of(Dwarf_Die *variable, uint64_t *address)
{
    Dwarf_Attribute attribute, part;
    Dwarf_Op *operations;
    size_t count;
    Dwarf_Addr found;
    if (!dwarf_attr_integrate(variable, DW_AT_location, &attribute) ||
        dwarf_getlocation(&attribute, &operations, &count) != 0 || count != 1)
        return false;
    if (operations->atom == DW_OP_addr) {
        *address = operations->number;
        return true;
    }
    if (operations->atom != DW_OP_addrx || dwarf_getlocation_attr(&attribute, operations, &part) != 0 ||
        dwarf_formaddr(&part, &found) != 0)
        return false;
    *address = found;
    return true;
}

bool code_is_thread_local(Dwarf_Die *variable)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *operations;
    size_t count;
    if (!dwarf_attr_integrate(variable, DW_AT_location, &attribute) ||
        dwarf_getlocation(&attribute, &operations, &count) != 0 || !count)
        return false;
    return operations[count - 1].atom == DW_OP_GNU_push_tls_address ||
           operations[count - 1].atom == DW_OP_form_tls_address;
}

static bool add_global(struct ln_source_code *code, Dwarf_Die *die)
{
    struct code_global global = { .die = *die };
    Dwarf_Die type;
    if (!code_address_of(die, &global.address) || !dwarf_diename(die) || !ln_type_of(die, &type))
        return true;
    global.size = ln_type_size(&type);
    return !global.size || ln_vec_push(&code->globals, code->memory, global);
}

/* Also those that are static within functions and namespaces. False: memory was refused. */
static bool add_globals(struct ln_source_code *code, Dwarf_Die *scope, int depth)
{
    Dwarf_Die child;
    if (depth == DEPTH || dwarf_child(scope, &child) != 0)
        return true;
    do {
        switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
            if (!add_global(code, &child))
                return false;
            break;
        case DW_TAG_namespace:
        case DW_TAG_subprogram:
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
            if (!add_globals(code, &child, depth + 1))
                return false;
            break;
        default: break;
        }
    } while (dwarf_siblingof(&child, &child) == 0);
    return true;
}

static int by_address(const void *left, const void *right)
{
    const struct code_global *a = left, *b = right;
    return (a->address > b->address) - (a->address < b->address);
}

static bool next_unit(struct ln_source_code *code, Dwarf_CU **unit, Dwarf_Die *die)
{
    while (dwarf_get_units(code->dwarf, *unit, unit, NULL, NULL, die, NULL) == 0)
        if (dwarf_tag(die) == DW_TAG_compile_unit)
            return true;
    return false;
}

enum ln_status ln_code_new(struct ln_source_code **result, const char *path, struct ln_memory *memory,
                           struct ln_error *error)
{
    struct ln_source_code *code = ln_take_zeroed(memory, sizeof *code);
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    enum ln_status status = LN_OK;
    if (!code)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    code->memory = memory;
    code->file = open(path, O_RDONLY | O_CLOEXEC);
    if (code->file < 0)
        status = ln_fail(error, LN_BAD_INPUT, "%s: %s", path, strerror(errno));
    else if (!(code->dwarf = dwarf_begin(code->file, DWARF_C_READ)))
        status = ln_fail(error, LN_BAD_INPUT, "%s: %s", path, dwarf_errmsg(-1));
    while (!status && next_unit(code, &unit, &die))
        if (!add_globals(code, &die, 0))
            status = ln_fail(error, LN_NO_MEMORY, "out of memory");
    if (status) {
        ln_code_free(code);
        return status;
    }
    if (code->globals.length)
        qsort(code->globals.at, code->globals.length, sizeof *code->globals.at, by_address);
    *result = code;
    return LN_OK;
}

void ln_code_free(struct ln_source_code *code)
{
    if (!code)
        return;
    for (size_t i = 0; i < code->pcs.length; i++) {
        free(code->pcs.at[i]->scopes);
        ln_give(code->memory, code->pcs.at[i], sizeof *code->pcs.at[i]);
    }
    for (size_t i = 0; i < code->files.length; i++) {
        ln_give(code->memory, code->files.at[i].path, strlen(code->files.at[i].path) + 1);
        ln_give(code->memory, code->files.at[i].text, code->files.at[i].length);
    }
    ln_vec_fini(&code->pcs, code->memory);
    ln_vec_fini(&code->globals, code->memory);
    ln_vec_fini(&code->files, code->memory);
    dwarf_end(code->dwarf);
    if (code->file >= 0)
        close(code->file);
    ln_give(code->memory, code, sizeof *code);
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Not of the language's library or the system's headers. */
static bool is_users(const char *file)
{
    return !begins(file, "/usr/include/") && !begins(file, "/usr/lib/") && !begins(file, "/usr/bin/") &&
           !begins(file, "/usr/local/include/");
}

static unsigned number_of(Dwarf_Die *die, unsigned attribute_name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word number;
    return dwarf_attr(die, attribute_name, &attribute) && dwarf_formudata(&attribute, &number) == 0 ? (unsigned)number
                                                                                                    : 0;
}

static bool find_unit(struct ln_source_code *code, uint64_t pc, Dwarf_Die *die)
{
    Dwarf_CU *unit = NULL;
    while (next_unit(code, &unit, die))
        if (dwarf_haspc(die, pc) > 0)
            return true;
    return false;
}

static bool line_of(Dwarf_Die *unit, uint64_t pc, struct ln_spot *spot)
{
    Dwarf_Line *line = dwarf_getsrc_die(unit, pc);
    int number = 0, column = 0;
    if (!line || dwarf_lineno(line, &number) != 0 || number <= 0)
        return false;
    dwarf_linecol(line, &column);
    spot->file = dwarf_linesrc(line, NULL, NULL);
    spot->line = (unsigned)number;
    spot->column = (unsigned)column;
    return spot->file;
}

/* Where the inlined function was called. */
static bool call_of(Dwarf_Die *unit, Dwarf_Die *inlined, struct ln_spot *spot)
{
    Dwarf_Files *files;
    size_t count;
    unsigned file = number_of(inlined, DW_AT_call_file);
    if (dwarf_getsrcfiles(unit, &files, &count) != 0 || file >= count)
        return false;
    spot->file = dwarf_filesrc(files, file, NULL, NULL);
    spot->line = number_of(inlined, DW_AT_call_line);
    spot->column = number_of(inlined, DW_AT_call_column);
    return spot->file && spot->line;
}

/* Goes outwards from the innermost place to the first one that is the user's; stays there if none is. */
static void go_to_users(struct code_pc *at, Dwarf_Die *unit)
{
    struct ln_spot spot = at->spot;
    for (int i = 0; i < at->count && !is_users(spot.file); i++)
        if (dwarf_tag(&at->scopes[i]) == DW_TAG_inlined_subroutine) {
            if (!call_of(unit, &at->scopes[i], &spot))
                return;
            if (is_users(spot.file)) {
                at->spot = spot;
                at->first = i + 1;
            }
        }
}

static const char *function_of(const struct code_pc *at)
{
    for (int i = at->first; i < at->count; i++) {
        int tag = dwarf_tag(&at->scopes[i]);
        if (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram)
            return dwarf_diename(&at->scopes[i]);
    }
    return NULL;
}

/* dwarf_getscopes goes from an inlined function to where it is defined; its DIE's parents are those that it is in. */
static void find_scopes(struct code_pc *at, Dwarf_Die *unit)
{
    Dwarf_Die *lexical = NULL;
    int count = dwarf_getscopes(unit, at->pc, &lexical);
    if (count > 0) {
        at->count = dwarf_getscopes_die(&lexical[0], &at->scopes);
        free(lexical);
    }
    if (at->count < 0)
        at->count = 0;
}

static void look_up(struct ln_source_code *code, struct code_pc *at)
{
    Dwarf_Die unit;
    const char *slash;
    if (!find_unit(code, at->pc, &unit))
        return;
    find_scopes(at, &unit);
    if (line_of(&unit, at->pc, &at->spot)) {
        go_to_users(at, &unit);
        slash = strrchr(at->spot.file, '/');
        at->spot.name = slash ? slash + 1 : at->spot.file;
    } else {
        at->spot = (struct ln_spot){ .file = NULL };
    }
    at->spot.function = function_of(at);
    at->known = at->spot.file || at->spot.function;
}

const struct code_pc *code_pc_find(struct ln_source_code *code, uint64_t pc)
{
    struct code_pc *at;
    for (size_t i = 0; i < code->pcs.length; i++)
        if (code->pcs.at[i]->pc == pc)
            return code->pcs.at[i];
    at = ln_take_zeroed(code->memory, sizeof *at);
    if (!at)
        return NULL;
    at->pc = pc;
    if (!ln_vec_push(&code->pcs, code->memory, at)) {
        ln_give(code->memory, at, sizeof *at);
        return NULL;
    }
    look_up(code, at);
    return at;
}

const struct ln_spot *ln_code_spot(struct ln_source_code *code, uint64_t pc)
{
    const struct code_pc *at = pc ? code_pc_find(code, pc) : NULL;
    return at && at->known ? &at->spot : NULL;
}

/* All of it, or NULL. */
static char *read_whole(struct ln_memory *memory, const char *path, size_t *length)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    char *text = NULL;
    size_t done = 0;
    if (file < 0)
        return NULL;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0)
        text = ln_take(memory, (size_t)about.st_size);
    while (text && done < (size_t)about.st_size) {
        ssize_t got = read(file, text + done, (size_t)about.st_size - done);
        if (got <= 0) {
            ln_give(memory, text, (size_t)about.st_size);
            text = NULL;
        } else {
            done += (size_t)got;
        }
    }
    close(file);
    *length = text ? done : 0;
    return text;
}

static const struct code_file *file_of(struct ln_source_code *code, const char *path)
{
    struct code_file file = { .text = NULL };
    for (size_t i = 0; i < code->files.length; i++)
        if (strcmp(code->files.at[i].path, path) == 0)
            return &code->files.at[i];
    file.path = ln_take(code->memory, strlen(path) + 1);
    if (!file.path)
        return NULL;
    memcpy(file.path, path, strlen(path) + 1);
    file.text = read_whole(code->memory, path, &file.length);
    if (ln_vec_push(&code->files, code->memory, file))
        return &code->files.at[code->files.length - 1];
    ln_give(code->memory, file.text, file.length);
    ln_give(code->memory, file.path, strlen(path) + 1);
    return NULL;
}

bool ln_code_text(struct ln_source_code *code, const struct ln_spot *spot, struct ln_piece *text, size_t *at)
{
    const struct code_file *file = spot->file && spot->column ? file_of(code, spot->file) : NULL;
    const char *here, *end;
    if (!file || !file->text)
        return false;
    here = file->text;
    end = file->text + file->length;
    for (unsigned line = 1; line < spot->line && here; line++) {
        here = memchr(here, '\n', (size_t)(end - here));
        here = here ? here + 1 : NULL;
    }
    if (!here || (size_t)(end - here) < spot->column)
        return false;
    *text = (struct ln_piece){ file->text, file->length };
    *at = (size_t)(here - file->text) + spot->column - 1;
    return true;
}

/* The last one that does not begin after the address. */
static const struct code_global *global_at(const struct ln_source_code *code, uint64_t address)
{
    size_t low = 0, high = code->globals.length;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code->globals.at[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || address - code->globals.at[low - 1].address >= code->globals.at[low - 1].size)
        return NULL;
    return &code->globals.at[low - 1];
}

bool ln_code_has_global(const struct ln_source_code *code, uint64_t address)
{
    return global_at(code, address);
}

bool ln_code_write_global(struct ln_source_code *code, uint64_t address, uint64_t length, bool outermost,
                          uint64_t *type, struct ln_str *out)
{
    const struct code_global *global = global_at(code, address);
    Dwarf_Die die, here;
    uint64_t rest;
    *type = 0;
    if (!global)
        return false;
    die = global->die;
    if (!ln_type_of(&die, &here))
        return false;
    ln_str_text(out, dwarf_diename(&die));
    rest = ln_type_write_path(&here, address - global->address, length, outermost, out);
    *type = dwarf_dieoffset(&here);
    if (rest)
        ln_str_format(out, "+%llu", (unsigned long long)rest);
    return true;
}

static bool die_of(struct ln_source_code *code, uint64_t type, Dwarf_Die *die)
{
    return type && dwarf_offdie(code->dwarf, type, die);
}

uint64_t ln_code_type_size(struct ln_source_code *code, uint64_t type)
{
    Dwarf_Die die;
    return die_of(code, type, &die) ? ln_type_size(&die) : 0;
}

uint64_t ln_code_type_record(struct ln_source_code *code, uint64_t type)
{
    Dwarf_Die die, target, stripped;
    if (!die_of(code, type, &die) || ln_type_scalar(&die) != LN_SCALAR_POINTER || !ln_type_target(&die, &target) ||
        !ln_type_strip(&target, &stripped) || !ln_type_is_record(&stripped))
        return 0;
    return dwarf_dieoffset(&stripped);
}

uint64_t ln_code_type_reach(struct ln_source_code *code, uint64_t type)
{
    Dwarf_Die die, target;
    return die_of(code, type, &die) && ln_type_scalar(&die) == LN_SCALAR_POINTER && ln_type_target(&die, &target)
               ? ln_type_size(&target)
               : 0;
}

enum ln_scalar ln_code_type_scalar(struct ln_source_code *code, uint64_t type)
{
    Dwarf_Die die;
    return die_of(code, type, &die) ? ln_type_scalar(&die) : LN_SCALAR_UNKNOWN;
}

const char *ln_code_type_constant(struct ln_source_code *code, uint64_t type, uint64_t value)
{
    Dwarf_Die die;
    return die_of(code, type, &die) ? ln_type_constant(&die, value) : NULL;
}

uint64_t ln_code_type_path(struct ln_source_code *code, uint64_t *type, uint64_t offset, uint64_t length,
                           bool outermost, struct ln_str *out)
{
    Dwarf_Die die;
    if (!die_of(code, *type, &die))
        return offset;
    offset = ln_type_write_path(&die, offset, length, outermost, out);
    *type = dwarf_dieoffset(&die);
    return offset;
}
