#include "gen/effects.h"

void ln_effects_fini(struct ln_effects *effects)
{
    ln_give(effects->memory, effects->ring, effects->room * sizeof *effects->ring);
}

static bool grow(struct ln_effects *effects)
{
    size_t room = effects->room ? effects->room * 2 : 1024;
    uint64_t *ring = ln_take(effects->memory, room * sizeof *ring);
    if (!ring)
        return false;
    for (uint64_t i = effects->first; i < effects->count; i++)
        ring[i & (room - 1)] = effects->ring[i & (effects->room - 1)];
    ln_give(effects->memory, effects->ring, effects->room * sizeof *ring);
    effects->ring = ring;
    effects->room = room;
    return true;
}

bool ln_effects_add(struct ln_effects *effects, uint64_t *effect)
{
    bool wanted = effects->to != NULL;
    if (wanted && effects->count - effects->first == effects->room && !grow(effects))
        return false;
    *effect = effects->count++;
    if (!wanted)
        return true;
    effects->ring[*effect & (effects->room - 1)] = UINT64_MAX;
    return true;
}

void ln_effects_number(struct ln_effects *effects, uint64_t effect, uint64_t number)
{
    if (!effects->to)
        return;
    effects->ring[effect & (effects->room - 1)] = number;
    for (; effects->first < effects->count; effects->first++) {
        uint64_t known = effects->ring[effects->first & (effects->room - 1)];
        if (known == UINT64_MAX)
            break;
        if (effects->first)
            ln_writer_add(effects->to, ",", 1);
        ln_writer_number(effects->to, (int64_t)known);
    }
}
