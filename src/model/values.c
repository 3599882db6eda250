#include "base/hash.h"
#include "model/ir.h"

static struct ln_ir_slot *slot_of(struct ln_ir_slot *slots, size_t room, LLVMValueRef value, uint32_t part)
{
    size_t s = ln_mix((uint64_t)(uintptr_t)value + part) & (room - 1);
    while (slots[s].number && (slots[s].value != value || slots[s].part != part))
        s = (s + 1) & (room - 1);
    return &slots[s];
}

static bool grow(struct ln_value_map *map)
{
    size_t room = map->room ? map->room * 2 : 64;
    struct ln_ir_slot *slots = ln_take_zeroed(map->memory, room * sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < map->room; i++)
        if (map->slots[i].number)
            *slot_of(slots, room, map->slots[i].value, map->slots[i].part) = map->slots[i];
    ln_give(map->memory, map->slots, map->room * sizeof *slots);
    map->slots = slots;
    map->room = room;
    return true;
}

bool ln_value_map_put(struct ln_value_map *map, LLVMValueRef value, uint32_t part, uint32_t number)
{
    if (map->count * 2 >= map->room && !grow(map))
        return false;
    *slot_of(map->slots, map->room, value, part) = (struct ln_ir_slot){ value, part, number + 1 };
    map->count++;
    return true;
}

bool ln_value_map_get(const struct ln_value_map *map, LLVMValueRef value, uint32_t part, uint32_t *number)
{
    const struct ln_ir_slot *slot;
    if (!map->room)
        return false;
    slot = slot_of(map->slots, map->room, value, part);
    *number = slot->number - 1;
    return slot->number != 0;
}

void ln_value_map_fini(struct ln_value_map *map)
{
    ln_give(map->memory, map->slots, map->room * sizeof *map->slots);
    map->slots = NULL;
    map->room = map->count = 0;
}
