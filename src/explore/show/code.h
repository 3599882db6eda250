/* What explore/show/source.h is made of; for its own files. */
#ifndef LN_EXPLORE_SHOW_CODE_H
#define LN_EXPLORE_SHOW_CODE_H

#include "base/vec.h"
#include "explore/show/source.h"

/* An instruction and the scopes it is in, from the innermost one of the spot outwards: physical ones, so that those of
 * an inlined function lead to its caller. */
struct code_pc {
    uint64_t pc;
    struct ln_spot spot;
    bool known;
    Dwarf_Die *scopes; /* by malloc, from libdw */
    int first, count;
};

struct code_global {
    uint64_t address, size;
    Dwarf_Die die;
};

struct code_file {
    char *path;
    char *text; /* NULL: cannot be read */
    size_t length;
};

struct ln_source_code {
    struct ln_memory *memory;
    int file;
    Dwarf *dwarf;
    LN_VEC(struct code_pc *) pcs;
    LN_VEC(struct code_global) globals; /* by address */
    LN_VEC(struct code_file) files;
};

/* NULL: it is in no function, or memory was refused. */
const struct code_pc *code_pc_find(struct ln_source_code *code, uint64_t pc);

/* Is the variable at a fixed address? Thread-local ones are not. */
bool code_address_of(Dwarf_Die *variable, uint64_t *address);
bool code_is_thread_local(Dwarf_Die *variable);

#endif
