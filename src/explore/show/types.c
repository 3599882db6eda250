#include "explore/show/types.h"

#include <dwarf.h>
#include <string.h>

enum { DEPTH = 32, DIMENSIONS = 8 };

bool ln_type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    return dwarf_attr_integrate(die, DW_AT_type, &attribute) && dwarf_formref_die(&attribute, type);
}

/* std::atomic and what the C++ library derives it from: the type they are made for. */
static bool atomic_of(Dwarf_Die *type, Dwarf_Die *inner)
{
    const char *name = dwarf_diename(type);
    Dwarf_Die child;
    if (!name || (strncmp(name, "atomic<", 7) != 0 && strncmp(name, "__atomic_base<", 14) != 0) ||
        dwarf_child(type, &child) != 0)
        return false;
    do
        if (dwarf_tag(&child) == DW_TAG_template_type_parameter)
            return ln_type_of(&child, inner);
    while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

bool ln_type_strip(Dwarf_Die *type, Dwarf_Die *stripped)
{
    Dwarf_Die inner;
    if (dwarf_peel_type(type, stripped) != 0)
        return false;
    if (!ln_type_is_record(stripped) || !atomic_of(stripped, &inner))
        return true;
    return dwarf_peel_type(&inner, stripped) == 0;
}

uint64_t ln_type_size(Dwarf_Die *type)
{
    Dwarf_Word size;
    Dwarf_Die stripped;
    return ln_type_strip(type, &stripped) && dwarf_aggregate_size(&stripped, &size) == 0 ? size : 0;
}

static enum ln_scalar encoding_of(Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    Dwarf_Word encoding;
    const char *name = dwarf_diename(type);
    if (!dwarf_attr_integrate(type, DW_AT_encoding, &attribute) || dwarf_formudata(&attribute, &encoding) != 0)
        return LN_SCALAR_UNKNOWN;
    switch (encoding) {
    case DW_ATE_boolean: return LN_SCALAR_BOOL;
    case DW_ATE_signed_char:
    case DW_ATE_unsigned_char: /* the others are small numbers */
        return name && strcmp(name, "char") == 0 ? LN_SCALAR_CHARACTER
               : encoding == DW_ATE_signed_char  ? LN_SCALAR_SIGNED
                                                 : LN_SCALAR_UNSIGNED;
    case DW_ATE_float: return LN_SCALAR_FLOAT;
    case DW_ATE_signed: return LN_SCALAR_SIGNED;
    default: return LN_SCALAR_UNSIGNED;
    }
}

enum ln_scalar ln_type_scalar(Dwarf_Die *type)
{
    Dwarf_Die stripped;
    if (!ln_type_strip(type, &stripped))
        return LN_SCALAR_UNKNOWN;
    switch (dwarf_tag(&stripped)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type: return LN_SCALAR_POINTER;
    case DW_TAG_enumeration_type: return LN_SCALAR_ENUM;
    case DW_TAG_base_type: return encoding_of(&stripped);
    default: return LN_SCALAR_UNKNOWN;
    }
}

const char *ln_type_constant(Dwarf_Die *type, uint64_t value)
{
    Dwarf_Die stripped, child;
    if (!ln_type_strip(type, &stripped) || dwarf_child(&stripped, &child) != 0)
        return NULL;
    do {
        Dwarf_Attribute attribute;
        Dwarf_Sword constant;
        if (dwarf_tag(&child) == DW_TAG_enumerator && dwarf_attr(&child, DW_AT_const_value, &attribute) &&
            dwarf_formsdata(&attribute, &constant) == 0 && (uint32_t)constant == (uint32_t)value)
            return dwarf_diename(&child);
    } while (dwarf_siblingof(&child, &child) == 0);
    return NULL;
}

bool ln_type_is_record(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

bool ln_type_target(Dwarf_Die *type, Dwarf_Die *target)
{
    Dwarf_Die stripped;
    int tag;
    if (!ln_type_strip(type, &stripped))
        return false;
    tag = dwarf_tag(&stripped);
    return (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type || tag == DW_TAG_array_type) &&
           ln_type_of(&stripped, target);
}

/* A union's members have none. */
static uint64_t offset_of(Dwarf_Die *member)
{
    Dwarf_Attribute attribute;
    Dwarf_Word offset;
    return dwarf_attr_integrate(member, DW_AT_data_member_location, &attribute) &&
                   dwarf_formudata(&attribute, &offset) == 0
               ? offset
               : 0;
}

/* Members, but no static ones and no bit-fields: an access does not tell which of these it means. */
static bool is_part(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    return (tag == DW_TAG_member || tag == DW_TAG_inheritance) && !dwarf_hasattr_integrate(die, DW_AT_external) &&
           !dwarf_hasattr_integrate(die, DW_AT_data_bit_offset);
}

static bool find_member(Dwarf_Die *type, const char *name, size_t length, Dwarf_Die *member, uint64_t *offset,
                        int depth)
{
    Dwarf_Die stripped, child, inner;
    if (depth == DEPTH || dwarf_peel_type(type, &stripped) != 0 || !ln_type_is_record(&stripped) ||
        dwarf_child(&stripped, &child) != 0)
        return false;
    do {
        const char *own = dwarf_diename(&child);
        if (!is_part(&child))
            continue;
        if (own && strlen(own) == length && memcmp(own, name, length) == 0) {
            *member = child;
            *offset += offset_of(&child);
            return true;
        }
        if ((!own || dwarf_tag(&child) == DW_TAG_inheritance) && ln_type_of(&child, &inner) &&
            find_member(&inner, name, length, member, offset, depth + 1)) {
            *offset += offset_of(&child);
            return true;
        }
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

bool ln_type_member(Dwarf_Die *type, const char *name, size_t length, Dwarf_Die *member, uint64_t *offset)
{
    return find_member(type, name, length, member, offset, 0);
}

/* The first member in which all of the access lies. */
static bool part_at(Dwarf_Die *record, uint64_t offset, uint64_t length, Dwarf_Die *part)
{
    Dwarf_Die child, type;
    if (dwarf_child(record, &child) != 0)
        return false;
    do {
        if (is_part(&child) && ln_type_of(&child, &type) && offset_of(&child) <= offset &&
            offset + length <= offset_of(&child) + ln_type_size(&type)) {
            *part = child;
            return true;
        }
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

static size_t dimensions_of(Dwarf_Die *array, uint64_t *counts)
{
    Dwarf_Die child;
    size_t count = 0;
    if (dwarf_child(array, &child) != 0)
        return 0;
    do {
        Dwarf_Attribute attribute;
        Dwarf_Word bound;
        if (dwarf_tag(&child) != DW_TAG_subrange_type || count == DIMENSIONS)
            continue;
        counts[count] = 0;
        if (dwarf_attr(&child, DW_AT_count, &attribute) && dwarf_formudata(&attribute, &bound) == 0)
            counts[count] = bound;
        else if (dwarf_attr(&child, DW_AT_upper_bound, &attribute) && dwarf_formudata(&attribute, &bound) == 0)
            counts[count] = bound + 1;
        count++;
    } while (dwarf_siblingof(&child, &child) == 0);
    return count;
}

/* Writes the indices and takes them off the offset. False: the access is not within one element. */
static bool write_element(Dwarf_Die *array, uint64_t *offset, uint64_t length, Dwarf_Die *element, struct ln_str *out)
{
    uint64_t counts[DIMENSIONS], size, index;
    size_t dimensions = dimensions_of(array, counts);
    if (!dimensions || !ln_type_of(array, element) || !(size = ln_type_size(element)) || *offset % size + length > size)
        return false;
    index = *offset / size;
    *offset %= size;
    for (size_t d = 0; d < dimensions; d++) {
        uint64_t stride = 1;
        for (size_t inner = d + 1; inner < dimensions; inner++)
            stride *= counts[inner];
        if (!stride)
            return false;
        ln_str_format(out, "[%llu]", (unsigned long long)(index / stride));
        index %= stride;
    }
    return true;
}

size_t ln_type_dimensions(Dwarf_Die *type)
{
    uint64_t counts[DIMENSIONS];
    Dwarf_Die stripped;
    bool array = ln_type_strip(type, &stripped) && dwarf_tag(&stripped) == DW_TAG_array_type;
    return array ? dimensions_of(&stripped, counts) : 0;
}

/* What belongs to the library's own types is not told: their name says enough. */
static bool is_inner(const char *name)
{
    return name && (strncmp(name, "_M_", 3) == 0 || strncmp(name, "__", 2) == 0);
}

uint64_t ln_type_write_path(Dwarf_Die *type, uint64_t offset, uint64_t length, bool outermost, struct ln_str *out)
{
    Dwarf_Die stripped, part;
    for (int depth = 0; depth < DEPTH && ln_type_strip(type, &stripped); depth++) {
        if (outermost && !offset && (!length || ln_type_size(&stripped) == length))
            break;
        if (ln_type_is_record(&stripped) && part_at(&stripped, offset, length ? length : 1, &part)) {
            const char *name = dwarf_diename(&part);
            if (is_inner(name))
                return 0;
            if (name && dwarf_tag(&part) == DW_TAG_member)
                ln_str_format(out, ".%s", name);
            offset -= offset_of(&part);
            if (!ln_type_of(&part, type))
                break;
        } else if (dwarf_tag(&stripped) == DW_TAG_array_type &&
                   write_element(&stripped, &offset, length ? length : 1, &part, out)) {
            *type = part;
        } else {
            break;
        }
    }
    return offset;
}
