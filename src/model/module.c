/* The module's way in: files to programs. */
#include "model/ir.h"

#include "base/module.h"
#include "object/object.h"
#include "steps/machine.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

/* ---- what can go wrong ---- */

void ln_out_of_memory(struct ln_translation *t)
{
    if (!t->status)
        t->status = ln_fail(t->error, LN_NO_MEMORY, "out of memory");
}

void ln_refuse(struct ln_translation *t, LLVMValueRef at, const char *format, ...)
{
    char message[600], place[300] = "";
    va_list list;
    if (t->status)
        return;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    if (!at)
        at = t->at;
    if (at && LLVMGetDebugLocLine(at)) {
        unsigned length;
        const char *file = LLVMGetDebugLocFilename(at, &length);
        snprintf(place, sizeof place, "%.*s:%u:%u: ", (int)(length < 200 ? length : 200), file, LLVMGetDebugLocLine(at),
                 LLVMGetDebugLocColumn(at));
    }
    t->status = ln_fail(t->error, LN_BAD_INPUT, "%s%s", place, message);
}

const char *ln_keep_text(struct ln_translation *t, const char *text, size_t length)
{
    char *kept = ln_arena_take(&t->program->arena, length + 1);
    if (!kept) {
        ln_out_of_memory(t);
        return NULL;
    }
    memcpy(kept, text, length);
    kept[length] = '\0';
    return kept;
}

static struct ln_place make_place(struct ln_translation *t, const char *file, unsigned length, unsigned line,
                                  unsigned column)
{
    struct ln_program *program = t->program;
    struct ln_place place = { 0, line, column };
    for (place.file = 0; place.file < program->files.length; place.file++)
        if (strlen(program->files.at[place.file]) == length && memcmp(program->files.at[place.file], file, length) == 0)
            return place;
    if (!ln_vec_push(&program->files, program->memory, ln_keep_text(t, file, length)))
        ln_out_of_memory(t);
    return place;
}

struct ln_place ln_place_of(struct ln_translation *t, LLVMValueRef instruction)
{
    unsigned length;
    const char *file;
    if (!instruction || !LLVMGetDebugLocLine(instruction))
        return (struct ln_place){ 0, 0, 0 };
    file = LLVMGetDebugLocFilename(instruction, &length);
    return make_place(t, file, length, LLVMGetDebugLocLine(instruction), LLVMGetDebugLocColumn(instruction));
}

struct ln_place ln_place_of_function(struct ln_translation *t, LLVMValueRef function)
{
    LLVMMetadataRef node = LLVMGetSubprogram(function), file = node ? LLVMDIScopeGetFile(node) : NULL;
    unsigned length;
    const char *name;
    if (!file)
        return (struct ln_place){ 0, 0, 0 };
    name = LLVMDIFileGetFilename(file, &length);
    return make_place(t, name, length, LLVMDISubprogramGetLine(node), 1);
}

/* ---- one declaration ---- */

static void add_calls(struct ln_translation *t, const linnet_object_operation *declared, uint16_t operation,
                      uint32_t values)
{
    struct ln_program *program = t->program;
    uint32_t tuples = declared->args.count ? declared->args.count : 1, fresh = declared->fresh ? values : 1;
    for (uint32_t i = 0; i < tuples; i++)
        for (uint32_t v = 0; v < fresh; v++) {
            struct ln_call_tuple tuple = { .operation = operation, .number = (uint16_t)program->calls.length };
            for (uint32_t a = 0; declared->args.count && a < LINNET_ARGUMENTS; a++)
                tuple.args[a] = declared->args.at[i][a];
            if (declared->fresh)
                tuple.args[0] = v + 1;
            if (!ln_vec_push(&program->calls, program->memory, tuple))
                ln_out_of_memory(t);
        }
}

/* The object is handed over as void *, and taken for what it is. */
static void note_type(struct ln_translation *t, LLVMValueRef wrapper)
{
    if (t->program->object_type == LN_NO_TYPE)
        t->program->object_type = ln_type_of_target(t, wrapper, LLVMGetParam(wrapper, 0));
}

static bool is_left_out(const struct ln_model_options *options, const char *name)
{
    for (size_t i = 0; i < options->without_count; i++)
        if (strcmp(options->without[i], name) == 0)
            return true;
    return false;
}

/* What the user leaves out has to be there. */
static enum ln_status check_left_out(const struct ln_translation *object, const struct ln_model_options *options)
{
    for (size_t i = 0; i < options->without_count; i++) {
        uint32_t k = 0;
        while (k < object->operations && strcmp(object->declared.operations[k].name, options->without[i]) != 0)
            k++;
        if (k == object->operations)
            return ln_fail(object->error, LN_BAD_INPUT, "--without: the object has no operation '%s'",
                           options->without[i]);
    }
    return LN_OK;
}

static void add_operation(struct ln_translation *t, const char *symbol, uint32_t number,
                          const struct ln_model_options *options)
{
    struct ln_program *program = t->program;
    const linnet_object_operation *declared = &t->declared.operations[number];
    struct ln_program_operation made = { .name = declared->name,
                                         .arity = ln_object_arity(declared),
                                         .thread = declared->thread,
                                         .first = (uint32_t)program->calls.length };
    made.left_out = is_left_out(options, declared->name);
    for (uint32_t p = 0; p < options->processes && !made.left_out; p++)
        if (ln_object_may_call(&t->declared, t->operations, number, p, options->processes))
            made.processes |= UINT64_C(1) << p;
    program->identity |= declared->thread;
    program->fresh |= declared->fresh;
    add_calls(t, declared, (uint16_t)number, options->values);
    note_type(t, ln_wrapper(t, symbol, "call", number));
    made.count = (uint32_t)program->calls.length - made.first;
    made.entry = ln_translate_function(t, ln_wrapper(t, symbol, "call", number), &made, t->places[number]);
    if (!t->status && !ln_vec_push(&program->operations, program->memory, made))
        ln_out_of_memory(t);
}

static void translate(struct ln_translation *t, const char *symbol, const struct ln_model_options *options)
{
    LLVMValueRef enter = ln_wrapper(t, symbol, "enter", 0);
    const struct ln_place nowhere = { 0, 0, 0 };
    struct ln_program *program = t->program;
    program->name = t->declared.name;
    program->spec = t->declared.spec;
    program->lax = options->lax;
    program->collected = options->collected;
    if (!ln_vec_push(&program->texts, program->memory, "code that cannot be reached was reached"))
        ln_out_of_memory(t);
    ln_place_thread_locals(t);
    if (!t->status)
        program->create = ln_translate_function(t, ln_wrapper(t, symbol, "create", 0), NULL, nowhere);
    if (!t->status && enter)
        program->enter = ln_translate_function(t, enter, NULL, nowhere);
    for (uint32_t i = 0; i < t->operations && !t->status; i++)
        add_operation(t, symbol, i, options);
    if (!t->status && ln_program_seal(program))
        ln_out_of_memory(t);
    if (!t->status)
        t->status = ln_program_make(program, options->processes, options->pool, t->error);
}

/* ---- all of it ---- */

static void begin(struct ln_translation *t, struct ln_ir *ir, struct ln_program *program, struct ln_error *error)
{
    *t = (struct ln_translation){ .ir = ir, .program = program, .memory = program->memory, .error = error };
    ln_memo_init(&t->globals, program->memory);
    ln_memo_init(&t->types, program->memory);
}

static void end(struct ln_translation *t)
{
    ln_memo_fini(&t->globals);
    ln_memo_fini(&t->types);
}

/* A specification need not say again what its operations are called with. */
static void take_arities(struct ln_translation *specification, const struct ln_translation *object)
{
    for (uint32_t i = 0; i < specification->operations; i++)
        for (uint32_t j = 0; j < object->operations; j++)
            if (strcmp(specification->declared.operations[i].name, object->declared.operations[j].name) == 0)
                specification->declared.operations[i].arity = ln_object_arity(&object->declared.operations[j]);
}

static enum ln_status build(struct ln_ir *ir, struct ln_translation *object, struct ln_translation *specification,
                            bool *has_specification, const struct ln_model_options *options, struct ln_error *error)
{
    static const char *const symbols[] = { "linnet_the_object", "linnet_the_specification" };
    enum ln_status status;
    if (!ln_declaration_read(object, symbols[0]))
        return ln_fail(error, LN_BAD_INPUT, "%s: it declares no LINNET_OBJECT (see linnet/object.h)",
                       options->files[0]);
    if (!object->status)
        object->status = check_left_out(object, options);
    *has_specification = !object->status && ln_declaration_read(specification, symbols[1]);
    if (!object->status)
        ln_wrappers_add(object, symbols[0]);
    if (!object->status && *has_specification && !specification->status)
        ln_wrappers_add(specification, symbols[1]);
    if (*has_specification)
        take_arities(specification, object);
    status = object->status ? object->status : specification->status;
    if (!status)
        status = ln_ir_reduce(ir, error);
    if (!status) {
        translate(object, symbols[0], options);
        status = object->status;
    }
    if (!status && *has_specification) {
        translate(specification, symbols[1], options);
        specification->program->collected = false; /* nobody else is at what it frees */
        status = specification->status;
    }
    return status;
}

static enum ln_status compile(struct ln_program *program, struct ln_program *specification, bool *has_specification,
                              const struct ln_model_options *options, struct ln_error *error)
{
    struct ln_translation object, other;
    struct ln_ir ir;
    enum ln_status status = ln_ir_load(&ir, options, error);
    *has_specification = false;
    if (!status) {
        begin(&object, &ir, program, error);
        begin(&other, &ir, specification, error);
        other.serial = true;
        status = build(&ir, &object, &other, has_specification, options, error);
        end(&object);
        end(&other);
    }
    ln_ir_fini(&ir);
    return status;
}

static const struct ln_model_interface interface = { compile };

extern const struct ln_module linnet_module;
__attribute__((visibility("default"))) const struct ln_module linnet_module = { LINNET_VERSION, &interface };
