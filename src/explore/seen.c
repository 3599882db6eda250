#include "explore/seen.h"

void ln_seen_init(struct ln_seen *seen, struct ln_memory *memory)
{
    *seen = (struct ln_seen){ .memory = memory };
}

void ln_seen_fini(struct ln_seen *seen)
{
    ln_give(seen->memory, seen->slots, seen->room * sizeof *seen->slots);
    seen->slots = NULL;
    seen->room = seen->count = 0;
}

static uint64_t *find(uint64_t (*slots)[2], size_t room, const uint64_t hash[2])
{
    size_t at = (size_t)hash[1] & (room - 1);
    while ((slots[at][0] | slots[at][1]) && (slots[at][0] != hash[0] || slots[at][1] != hash[1]))
        at = (at + 1) & (room - 1);
    return slots[at];
}

static bool grow(struct ln_seen *seen)
{
    size_t room = seen->room ? seen->room * 2 : 1024;
    uint64_t (*slots)[2] = ln_take_zeroed(seen->memory, room * sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < seen->room; i++) {
        if (seen->slots[i][0] | seen->slots[i][1]) {
            uint64_t *slot = find(slots, room, seen->slots[i]);
            slot[0] = seen->slots[i][0];
            slot[1] = seen->slots[i][1];
        }
    }
    ln_give(seen->memory, seen->slots, seen->room * sizeof *seen->slots);
    seen->slots = slots;
    seen->room = room;
    return true;
}

bool ln_seen_add(struct ln_seen *seen, const uint64_t hash[2], bool *is_new)
{
    uint64_t *slot;
    if (seen->count * 2 >= seen->room && !grow(seen))
        return false;
    slot = find(seen->slots, seen->room, hash);
    *is_new = !(slot[0] | slot[1]);
    if (*is_new) {
        slot[0] = hash[0];
        slot[1] = hash[1];
        seen->count++;
    }
    return true;
}
