/* The user's code behind a shared object: what place in the source an instruction has, what an address of its variables
 * is called, and what an expression at that place means. All of it is from the debugging information (DWARF) and the
 * source files it names.
 *
 * Types are numbers: 0 is one that is not known. Addresses are those of the symbol table: what the process that ran it
 * had, minus ln_place.base. */
#ifndef LN_EXPLORE_SHOW_SOURCE_H
#define LN_EXPLORE_SHOW_SOURCE_H

#include "base/error.h"
#include "explore/show/expression.h"
#include "explore/show/types.h"

struct ln_source_code;

/* LN_BAD_INPUT: it cannot be read or has no debugging information; LN_NO_MEMORY. */
enum ln_status ln_code_new(struct ln_source_code **code, const char *path, struct ln_memory *memory,
                           struct ln_error *error);
void ln_code_free(struct ln_source_code *code);

/* Where an instruction stands: the innermost place, through inlined calls, that is in a file of the user's and not in
 * one of the language's library. */
struct ln_spot {
    const char *file;     /* the whole path; NULL: not known, as where compilers join instructions of several lines */
    const char *name;     /* without directories */
    const char *function; /* NULL: not known */
    unsigned line, column;
};

/* NULL: not known, or memory was refused. Valid as long as the code. */
const struct ln_spot *ln_code_spot(struct ln_source_code *code, uint64_t pc);
/* The text of the file of a spot and the offset of its line and column. False: it cannot be read. */
bool ln_code_text(struct ln_source_code *code, const struct ln_spot *spot, struct ln_piece *text, size_t *at);

/* Is there a variable at the address? */
bool ln_code_has_global(const struct ln_source_code *code, uint64_t address);
/* `stack.top`, `slots[2].value`, `buffer+24`; *type is that of what is there. False: no variable is. `length` and
 * `outermost` are as for ln_type_write_path. */
bool ln_code_write_global(struct ln_source_code *code, uint64_t address, uint64_t length, bool outermost,
                          uint64_t *type, struct ln_str *out);

enum ln_storage { LN_STORED_STATIC, LN_STORED_LOCAL, LN_STORED_THREAD_LOCAL, LN_STORED_POINTED };

/* What an expression denotes. */
struct ln_lvalue {
    uint64_t type, size;
    enum ln_storage storage;
    uint64_t base, extent;        /* static: of the variable */
    uint64_t object, object_size; /* pointed: the type of what the last pointer points to */
    uint64_t offset;              /* into the variable or that object */
    bool exact;                   /* false: there are indices in it that are not constant */
};

/* An expression as ln_expression_guess finds it, in the scope of an instruction. False: not understood. */
bool ln_code_evaluate(struct ln_source_code *code, uint64_t pc, struct ln_piece expression, struct ln_lvalue *lvalue);

uint64_t ln_code_type_size(struct ln_source_code *code, uint64_t type);
/* What a pointer of this type points to, if that is a record. */
uint64_t ln_code_type_record(struct ln_source_code *code, uint64_t type);
/* The size of what a pointer of this type points to; 0: not known. */
uint64_t ln_code_type_reach(struct ln_source_code *code, uint64_t type);
enum ln_scalar ln_code_type_scalar(struct ln_source_code *code, uint64_t type);
const char *ln_code_type_constant(struct ln_source_code *code, uint64_t type, uint64_t value);
/* As ln_type_write_path. */
uint64_t ln_code_type_path(struct ln_source_code *code, uint64_t *type, uint64_t offset, uint64_t length,
                           bool outermost, struct ln_str *out);

#endif
