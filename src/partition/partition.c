#include "partition/partition.h"

#include "spec/parts.h"

#include <assert.h>

enum ln_status ln_partition_init(struct ln_partition *partition, const struct ln_history *history,
                                 const struct ln_spec *spec, struct ln_memory *memory)
{
    const uint32_t *events = history->events.at;
    enum ln_status status;
    assert(history->sealed);
    *partition = (struct ln_partition){ .memory = memory,
                                        .operations = history->operations.length,
                                        .event_count = history->events.length };
    partition->part_of = ln_take(memory, partition->operations * sizeof *partition->part_of);
    partition->events = ln_take(memory, partition->event_count * sizeof *partition->events);
    if (!partition->part_of || !partition->events)
        return LN_NO_MEMORY;
    status = ln_spec_parts(spec, history, memory, partition->part_of, &partition->parts);
    if (status)
        return status;
    partition->starts = ln_take_zeroed(memory, (partition->parts + 1U) * sizeof *partition->starts);
    if (!partition->starts)
        return LN_NO_MEMORY;
    for (size_t i = 0; i < partition->event_count; i++)
        partition->starts[partition->part_of[ln_event_operation(events[i])]]++;
    for (size_t p = 0, sum = 0; p <= partition->parts; p++)
        partition->starts[p] = sum += partition->starts[p];
    /* Filled from the back, each start ends up where its part begins. */
    for (size_t i = partition->event_count; i-- > 0;)
        partition->events[--partition->starts[partition->part_of[ln_event_operation(events[i])]]] = events[i];
    assert(partition->starts[0] == 0 && partition->starts[partition->parts] == partition->event_count);
    return LN_OK;
}

void ln_partition_fini(struct ln_partition *partition)
{
    ln_give(partition->memory, partition->part_of, partition->operations * sizeof *partition->part_of);
    ln_give(partition->memory, partition->events, partition->event_count * sizeof *partition->events);
    ln_give(partition->memory, partition->starts, (partition->parts + 1U) * sizeof *partition->starts);
}
