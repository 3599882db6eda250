#include "base/word_map.h"

#include <assert.h>

void ln_word_map_init(struct ln_word_map *map, struct ln_memory *memory)
{
    *map = (struct ln_word_map){ .memory = memory };
}

void ln_word_map_fini(struct ln_word_map *map)
{
    ln_give(map->memory, map->slots, map->room * sizeof *map->slots);
    *map = (struct ln_word_map){ .memory = map->memory };
}

static bool grow(struct ln_word_map *map)
{
    struct ln_word_map old = *map;
    map->room = old.room ? 2 * old.room : 16;
    map->slots = ln_take_zeroed(map->memory, map->room * sizeof *map->slots);
    if (!map->slots) {
        *map = old;
        return false;
    }
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i].item)
            map->slots[ln_word_map_place(map, old.slots[i].word)] = old.slots[i];
    ln_give(map->memory, old.slots, old.room * sizeof *old.slots);
    return true;
}

bool ln_word_map_add(struct ln_word_map *map, uint64_t word, uint32_t item)
{
    assert(item != UINT32_MAX);
    assert(ln_word_map_find(map, word) == UINT32_MAX);
    if (2 * (map->count + 1) > map->room && !grow(map))
        return false;
    map->slots[ln_word_map_place(map, word)] = (struct ln_word_map_slot){ word, item + 1 };
    map->count++;
    assert(2 * map->count <= map->room);
    return true;
}

void ln_word_map_remove_at(struct ln_word_map *map, size_t place)
{
    size_t mask = map->room - 1, hole = place;
    assert(place < map->room && map->slots[place].item && map->count);
    for (size_t i = (hole + 1) & mask; map->slots[i].item; i = (i + 1) & mask) {
        size_t home = ln_word_map_home(map, map->slots[i].word);
        if (((i - home) & mask) < ((i - hole) & mask))
            continue; /* it would come to stand before its home */
        map->slots[hole] = map->slots[i];
        hole = i;
    }
    map->slots[hole].item = 0;
    map->count--;
}
