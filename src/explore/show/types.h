/* Types as the debugging information of a program has them (DWARF, read with libdw). */
#ifndef LN_EXPLORE_SHOW_TYPES_H
#define LN_EXPLORE_SHOW_TYPES_H

#include "base/str.h"

#include <elfutils/libdw.h>

/* What a value of a type looks like. */
enum ln_scalar {
    LN_SCALAR_UNKNOWN,
    LN_SCALAR_SIGNED,
    LN_SCALAR_UNSIGNED,
    LN_SCALAR_CHARACTER,
    LN_SCALAR_BOOL,
    LN_SCALAR_FLOAT,
    LN_SCALAR_ENUM,
    LN_SCALAR_POINTER
};

/* The type without typedefs, qualifiers, _Atomic and std::atomic. */
bool ln_type_strip(Dwarf_Die *type, Dwarf_Die *stripped);
/* Of a variable, a member, or whatever else has one. */
bool ln_type_of(Dwarf_Die *die, Dwarf_Die *type);
/* 0: it is not known. */
uint64_t ln_type_size(Dwarf_Die *type);
enum ln_scalar ln_type_scalar(Dwarf_Die *type);
/* The name of the constant that has this value, or NULL. */
const char *ln_type_constant(Dwarf_Die *type, uint64_t value);

/* What a pointer points to, or the elements of an array. */
bool ln_type_target(Dwarf_Die *type, Dwarf_Die *target);
/* How many subscripts lead to its elements; 0: it is no array. */
size_t ln_type_dimensions(Dwarf_Die *type);
bool ln_type_is_record(Dwarf_Die *type);
/* A member by its name, also one of a base class or of a nameless record within. */
bool ln_type_member(Dwarf_Die *type, const char *name, size_t length, Dwarf_Die *member, uint64_t *offset);

/* What is at an offset into a value of the type, as it is written in C: `.next`, `[2].value`. Stops where it ceases to
 * be known: returns what is left of the offset from there. *type becomes that of what is there. Of things that begin at
 * one address the outermost one of that length, or of any if that is 0, when `outermost`; else the innermost one. */
uint64_t ln_type_write_path(Dwarf_Die *type, uint64_t offset, uint64_t length, bool outermost, struct ln_str *out);

#endif
