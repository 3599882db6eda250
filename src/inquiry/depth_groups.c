#include "inquiry/depth_groups.h"

#include <stdio.h>
#include <string.h>

void ln_depth_groups_fini(struct ln_depth_groups *groups)
{
    ln_vec_fini(&groups->list, groups->memory);
}

static void spread_add(struct ln_depth_spread *spread, uint64_t number)
{
    spread->least = spread->count == 0 || number < spread->least ? number : spread->least;
    spread->most = number > spread->most ? number : spread->most;
    spread->sum += (double)number;
    spread->squares += (double)number * (double)number;
    spread->count++;
}

static void add(struct ln_depth_group *group, const struct ln_depth_facts *facts)
{
    group->histories++;
    spread_add(&group->operations, facts->operations);
    spread_add(&group->processes, facts->processes);
    spread_add(&group->concurrency, facts->concurrency);
    spread_add(&group->pairs, facts->pairs);
    if (facts->pairs == 0) {
        group->sequential++;
        return;
    }
    group->linearizable += facts->verdict == LN_HOLDS;
    group->violated += facts->verdict == LN_VIOLATED;
    group->undecided += facts->verdict == LN_UNKNOWN;
    for (uint32_t d = 0; d < facts->counted; d++)
        spread_add(&group->schedules[d], facts->schedules[d]);
    if (facts->min_d)
        group->shown[facts->min_d - 1]++;
}

bool ln_depth_groups_add(struct ln_depth_groups *groups, const char *name, const struct ln_depth_facts *facts)
{
    struct ln_depth_group fresh = { .histories = 0 };
    add(&groups->all, facts);
    for (size_t i = 0; i < groups->list.length; i++) {
        if (strncmp(groups->list.at[i].name, name, sizeof fresh.name - 1) == 0) {
            add(&groups->list.at[i], facts);
            return true;
        }
    }
    snprintf(fresh.name, sizeof fresh.name, "%s", name);
    add(&fresh, facts);
    return ln_vec_push(&groups->list, groups->memory, fresh);
}

void ln_depth_groups_sort(struct ln_depth_groups *groups)
{
    struct ln_depth_group *list = groups->list.at;
    for (size_t i = 1; i < groups->list.length; i++) {
        struct ln_depth_group group = list[i];
        size_t place = i;
        for (; place > 0 && list[place - 1].concurrency.most > group.concurrency.most; place--)
            list[place] = list[place - 1];
        list[place] = group;
    }
}
