/* Words and what is remembered of them, one number each: for what comes and goes while events do.
 *
 * Open addressing at most half full. What is removed leaves no mark: those behind it move up, so that a map through which
 * endlessly many words pass stays as small and as fast as what it holds. */
#ifndef LN_BASE_WORD_MAP_H
#define LN_BASE_WORD_MAP_H

#include "base/hash.h"

struct ln_word_map_slot {
    uint64_t word;
    uint32_t item; /* + 1; 0 is free */
};

struct ln_word_map {
    struct ln_memory *memory;
    struct ln_word_map_slot *slots;
    size_t room, count; /* room: a power of two, or 0 */
};

void ln_word_map_init(struct ln_word_map *map, struct ln_memory *memory);
void ln_word_map_fini(struct ln_word_map *map);

/* Spread, not near each other: of numbers in order, from which the first goes first, all behind it would be looked at. */
static inline size_t ln_word_map_home(const struct ln_word_map *map, uint64_t word)
{
    return (size_t)ln_mix(word) & (map->room - 1);
}

/* Where the word is, or would go. The map has room. */
static inline size_t ln_word_map_place(const struct ln_word_map *map, uint64_t word)
{
    size_t i = ln_word_map_home(map, word);
    while (map->slots[i].item && map->slots[i].word != word)
        i = (i + 1) & (map->room - 1);
    return i;
}

/* The item, or UINT32_MAX. */
static inline uint32_t ln_word_map_find(const struct ln_word_map *map, uint64_t word)
{
    return map->room ? map->slots[ln_word_map_place(map, word)].item - 1 : UINT32_MAX;
}

/* The word is not in the map. False when memory is refused. */
bool ln_word_map_add(struct ln_word_map *map, uint64_t word, uint32_t item);
/* What stands there goes. */
void ln_word_map_remove_at(struct ln_word_map *map, size_t place);
/* The word is in the map. */
static inline void ln_word_map_remove(struct ln_word_map *map, uint64_t word)
{
    ln_word_map_remove_at(map, ln_word_map_place(map, word));
}

#endif
