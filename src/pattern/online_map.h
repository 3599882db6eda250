/* Inside src/pattern only: words and what is remembered of them, one number each. */
#ifndef LN_PATTERN_ONLINE_MAP_H
#define LN_PATTERN_ONLINE_MAP_H

#include "base/memory.h"

struct ln_online_map_slot {
    uint64_t word;
    uint32_t item; /* + 1; 0 is free */
};

struct ln_online_map {
    struct ln_memory *memory;
    struct ln_online_map_slot *slots;
    size_t room, count; /* room: a power of two, or 0 */
};

void ln_online_map_init(struct ln_online_map *map, struct ln_memory *memory);
void ln_online_map_fini(struct ln_online_map *map);

/* The item, or UINT32_MAX. */
uint32_t ln_online_map_find(const struct ln_online_map *map, uint64_t word);
/* The word is not in the map. False when memory is refused. */
bool ln_online_map_add(struct ln_online_map *map, uint64_t word, uint32_t item);
/* The word is in the map. */
void ln_online_map_remove(struct ln_online_map *map, uint64_t word);

#endif
