/* What an expression of the source denotes: a descent over names, selectors, subscripts, stars and brackets with the
 * types and scopes of the debugging information. It finds out how far into which object the expression reaches, which
 * is what an address can be held against. Everything else that C has is not understood, and that is said. */
#include "explore/show/code.h"

#include <ctype.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

struct cursor {
    const struct code_pc *at;
    struct ln_piece text;
    size_t next;
};

/* As ln_lvalue, with the types themselves. */
struct value {
    Dwarf_Die type, object;
    enum ln_storage storage;
    uint64_t base, extent, offset;
    bool exact;
};

static char peek(struct cursor *c)
{
    while (c->next < c->text.length && isspace((unsigned char)c->text.at[c->next]))
        c->next++;
    return c->next < c->text.length ? c->text.at[c->next] : '\0';
}

static bool look_through(struct value *value)
{
    Dwarf_Die target;
    if (!ln_type_target(&value->type, &target))
        return false;
    if (!ln_type_dimensions(&value->type)) {
        value->storage = LN_STORED_POINTED;
        value->object = target;
        value->offset = 0;
        value->exact = true;
    }
    value->type = target;
    return true;
}

static bool select_member(struct value *value, struct ln_piece name)
{
    Dwarf_Die member, stripped;
    return ln_type_strip(&value->type, &stripped) &&
           ln_type_member(&stripped, name.at, name.length, &member, &value->offset) &&
           ln_type_of(&member, &value->type);
}

static void place_variable(Dwarf_Die *variable, struct value *value)
{
    *value = (struct value){ .type = value->type, .storage = LN_STORED_LOCAL, .exact = true };
    if (code_address_of(variable, &value->base)) {
        value->storage = LN_STORED_STATIC;
        value->extent = ln_type_size(&value->type);
    } else if (code_is_thread_local(variable)) {
        value->storage = LN_STORED_THREAD_LOCAL;
    }
}

/* In scope. Instances of inlined functions leave out what was optimised away; the functions themselves have it. */
static bool find_variable(struct cursor *c, struct ln_piece name, Dwarf_Die *variable)
{
    char text[256];
    int count = c->at->count - c->at->first;
    Dwarf_Die *scopes;
    if (name.length >= sizeof text || count <= 0)
        return false;
    scopes = c->at->scopes + c->at->first;
    memcpy(text, name.at, name.length);
    text[name.length] = '\0';
    for (int i = 0; i < count; i++) {
        Dwarf_Attribute attribute;
        Dwarf_Die origin;
        if (dwarf_getscopevar(&scopes[i], 1, text, 0, NULL, 0, 0, variable) >= 0)
            return true;
        if (dwarf_attr(&scopes[i], DW_AT_abstract_origin, &attribute) && dwarf_formref_die(&attribute, &origin) &&
            dwarf_getscopevar(&origin, 1, text, 0, NULL, 0, 0, variable) >= 0)
            return true;
    }
    return false;
}

/* A variable in scope or, in a method, a member of its object. References are looked through. */
static bool name_value(struct cursor *c, struct value *value)
{
    struct ln_piece name = ln_expression_name(c->text, c->next), self = { "this", 4 };
    Dwarf_Die variable, stripped;
    if (!name.length || isdigit((unsigned char)*name.at))
        return false;
    c->next += name.length;
    if (find_variable(c, name, &variable)) {
        if (!ln_type_of(&variable, &value->type))
            return false;
        place_variable(&variable, value);
        if (dwarf_peel_type(&value->type, &stripped) == 0 && dwarf_tag(&stripped) == DW_TAG_reference_type)
            return look_through(value);
        return true;
    }
    return find_variable(c, self, &variable) && ln_type_of(&variable, &value->type) && look_through(value) &&
           select_member(value, name);
}

/* The constant in brackets. False: it is no constant; *index is then 0. */
static bool constant_index(struct ln_piece text, uint64_t *index)
{
    text = ln_piece_trim(text);
    *index = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (!isdigit((unsigned char)text.at[i]) || i == 9) {
            *index = 0;
            return false;
        }
        *index = *index * 10 + (uint64_t)(text.at[i] - '0');
    }
    return text.length;
}

/* An array of several dimensions has one type for all of them: it takes as many subscripts. */
static bool subscript(struct cursor *c, struct value *value)
{
    size_t dimensions = ln_type_dimensions(&value->type);
    uint64_t index = 0;
    bool constant = true;
    for (size_t d = 0; d < (dimensions ? dimensions : 1); d++) {
        size_t close = peek(c) == '[' ? ln_piece_closing(c->text, c->next) : c->text.length;
        if (close == c->text.length)
            return false;
        size_t open = c->next;
        constant = constant_index((struct ln_piece){ c->text.at + open + 1, close - open - 1 }, &index) && constant;
        c->next = close + 1;
    }
    if (!look_through(value))
        return false;
    if (dimensions) {
        value->exact = value->exact && constant && dimensions == 1;
        value->offset += value->exact ? index * ln_type_size(&value->type) : 0;
    }
    return true;
}

static bool unary(struct cursor *c, struct value *value, int depth);

static bool primary(struct cursor *c, struct value *value, int depth)
{
    size_t close;
    char first = peek(c);
    if (first != '(')
        return name_value(c, value);
    close = ln_piece_closing(c->text, c->next);
    if (close == c->text.length)
        return false;
    struct cursor inner = *c;
    inner.text.length = close;
    inner.next++;
    if (!unary(&inner, value, depth + 1))
        return false;
    /* Arithmetic on a pointer leads to another object of its kind. */
    if (peek(&inner) &&
        ((peek(&inner) != '+' && peek(&inner) != '-') || ln_type_scalar(&value->type) != LN_SCALAR_POINTER))
        return false;
    c->next = close + 1;
    return true;
}

static bool postfix(struct cursor *c, struct value *value, int depth)
{
    if (!primary(c, value, depth))
        return false;
    for (;;) {
        char next = peek(c);
        struct ln_piece name;
        if (next == '[') {
            if (!subscript(c, value))
                return false;
            continue;
        }
        if (next == '-' && c->next + 1 < c->text.length && c->text.at[c->next + 1] == '>') {
            if (!look_through(value))
                return false;
            c->next += 2;
        } else if (next == '.') {
            c->next++;
        } else {
            return true;
        }
        peek(c);
        name = ln_expression_name(c->text, c->next);
        c->next += name.length;
        if (!name.length || !select_member(value, name))
            return false;
    }
}

static bool unary(struct cursor *c, struct value *value, int depth)
{
    if (depth > 16)
        return false;
    if (peek(c) != '*')
        return postfix(c, value, depth);
    c->next++;
    return unary(c, value, depth + 1) && look_through(value);
}

static uint64_t id_of(Dwarf_Die *type)
{
    Dwarf_Die stripped;
    return ln_type_strip(type, &stripped) ? dwarf_dieoffset(&stripped) : 0;
}

bool ln_code_evaluate(struct ln_source_code *code, uint64_t pc, struct ln_piece expression, struct ln_lvalue *lvalue)
{
    struct cursor c = { .at = pc ? code_pc_find(code, pc) : NULL, .text = expression };
    struct value value = { .offset = 0 };
    if (!c.at || !c.at->known || !unary(&c, &value, 0) || peek(&c))
        return false;
    *lvalue = (struct ln_lvalue){ .type = id_of(&value.type),
                                  .size = ln_type_size(&value.type),
                                  .storage = value.storage,
                                  .base = value.base,
                                  .extent = value.extent,
                                  .offset = value.offset,
                                  .exact = value.exact };
    if (value.storage == LN_STORED_POINTED) {
        lvalue->object = id_of(&value.object);
        lvalue->object_size = ln_type_size(&value.object);
    }
    return lvalue->type;
}
