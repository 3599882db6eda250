#include "refine/memo.h"

#include "base/hash.h"

struct ln_memo_slot {
    uint64_t word;
    uint32_t number, to; /* `to` + 1; 0 is free */
};

void ln_memo_init(struct ln_memo *memo, struct ln_memory *memory)
{
    *memo = (struct ln_memo){ .memory = memory };
}

void ln_memo_fini(struct ln_memo *memo)
{
    ln_give(memo->memory, memo->slots, memo->room * sizeof *memo->slots);
    ln_memo_init(memo, memo->memory);
}

static struct ln_memo_slot *slot_of(struct ln_memo_slot *slots, size_t room, uint32_t number, uint64_t word)
{
    size_t s = ln_mix(word * UINT64_C(0x9e3779b97f4a7c15) + number) & (room - 1);
    while (slots[s].to && (slots[s].number != number || slots[s].word != word))
        s = (s + 1) & (room - 1);
    return &slots[s];
}

static bool grow(struct ln_memo *memo)
{
    size_t room = memo->room ? memo->room * 2 : 1024;
    struct ln_memo_slot *slots = ln_take_zeroed(memo->memory, room * sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < memo->room; i++)
        if (memo->slots[i].to)
            *slot_of(slots, room, memo->slots[i].number, memo->slots[i].word) = memo->slots[i];
    ln_give(memo->memory, memo->slots, memo->room * sizeof *slots);
    memo->slots = slots;
    memo->room = room;
    return true;
}

bool ln_memo_get(const struct ln_memo *memo, uint32_t number, uint64_t word, uint32_t *to)
{
    const struct ln_memo_slot *slot;
    if (!memo->room)
        return false;
    slot = slot_of(memo->slots, memo->room, number, word);
    *to = slot->to - 1;
    return slot->to != 0;
}

bool ln_memo_put(struct ln_memo *memo, uint32_t number, uint64_t word, uint32_t to)
{
    if (memo->count * 3 >= memo->room * 2 && !grow(memo))
        return false;
    *slot_of(memo->slots, memo->room, number, word) = (struct ln_memo_slot){ word, number, to + 1 };
    memo->count++;
    return true;
}
