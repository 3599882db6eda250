/* From a compiled program to one that is ready: the object is made, and the pools are filled. */
#include "steps/machine.h"

#include <assert.h>
#include <string.h>

static enum ln_status failed(const struct ln_program *program, const struct ln_machine *machine, enum ln_ran ran,
                             const char *function, struct ln_error *error)
{
    struct ln_str at;
    enum ln_status status;
    if (ran == LN_RAN_NO_MEMORY)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    ln_str_init(&at, program->memory);
    ln_place_write(program, program->code.at[machine->pc].place, true, &at);
    status = ln_fail(error, LN_BAD_INPUT, "%s: %s() %s%s", ln_str_borrow(&at), function,
                     ran == LN_RAN_FAULT     ? "fails: "
                     : ran == LN_RAN_BLOCKED ? "waits for ever"
                     : ran == LN_RAN_CUT     ? "is cut by linnet_assume()"
                                             : "does not end within a million instructions",
                     ran == LN_RAN_FAULT ? machine->fault : "");
    ln_str_fini(&at);
    return status;
}

static enum ln_status run_function(struct ln_machine *machine, uint32_t entry, const char *function,
                                   struct ln_error *error)
{
    enum ln_ran ran = ln_machine_run(machine, entry, UINT32_MAX);
    return ran == LN_RAN_RETURNED ? LN_OK : failed(machine->program, machine, ran, function, error);
}

static bool fill_pools(struct ln_program *program, uint32_t pool)
{
    for (uint32_t p = 0; p < program->pools.length; p++)
        for (uint32_t i = 0; program->pools.at[p].grows && i < pool; i++) {
            uint32_t region;
            if (!ln_program_add_block(program, p, LN_BLOCK_NEW, &region))
                return false;
        }
    return true;
}

static enum ln_status enter_all(struct ln_program *program, struct ln_machine *machine, uint32_t processes,
                                struct ln_error *error)
{
    size_t size = program->own_image.length;
    enum ln_status status = LN_OK;
    assert(!program->own_images.length); /* it is made once */
    if (!ln_vec_reserve(&program->own_images, program->memory, size * processes + 1))
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    program->own_images.length = size * processes;
    for (uint32_t p = 0; p < processes && !status; p++) {
        machine->own = program->own_images.at + p * size;
        if (size)
            memcpy(machine->own, program->own_image.at, size);
        if (program->enter != LN_NO_ENTRY)
            status = run_function(machine, program->enter, "enter", error);
    }
    return status;
}

/* The block that create() returns goes by the object's name. */
static void name_object(struct ln_program *program)
{
    for (size_t r = 0; r < program->regions.length; r++) {
        struct ln_region *region = &program->regions.at[r];
        if (region->pool == LN_ANY_POOL || program->object != LN_SHARED_BASE + region->offset)
            continue;
        region->name = program->name;
        region->type = program->object_type;
    }
}

static enum ln_status make_object(struct ln_program *program, struct ln_machine *machine, struct ln_error *error)
{
    enum ln_status status;
    if (program->own_image.length)
        memcpy(machine->own, program->own_image.at, program->own_image.length);
    if (program->create == LN_NO_ENTRY)
        return LN_OK;
    status = run_function(machine, program->create, "create", error);
    program->object = machine->value.kind;
    if (!status && !program->object)
        status = ln_fail(error, LN_BAD_INPUT, "create() returns NULL");
    name_object(program);
    return status;
}

enum ln_status ln_program_make(struct ln_program *program, uint32_t processes, uint32_t pool, struct ln_error *error)
{
    size_t registers = (program->registers + 1) * sizeof(uint64_t), own = program->own_image.length + 1;
    uint64_t *words = ln_take_zeroed(program->memory, registers);
    uint8_t *scratch = ln_take_zeroed(program->memory, own);
    struct ln_machine machine = { .program = program,
                                  .making = program,
                                  .memory = program->image.at,
                                  .blocks = program->blocks.at,
                                  .registers = words,
                                  .own = scratch };
    enum ln_status status = words && scratch ? LN_OK : ln_fail(error, LN_NO_MEMORY, "out of memory");
    if (!status)
        status = make_object(program, &machine, error);
    if (!status)
        status = enter_all(program, &machine, processes, error);
    ln_machine_fini(&machine);
    ln_give(program->memory, words, registers);
    ln_give(program->memory, scratch, own);
    if (!status && !fill_pools(program, pool))
        status = ln_fail(error, LN_NO_MEMORY, "out of memory");
    return status;
}
