/* Inside src/spec only: every built-in class. */
#ifndef LN_SPEC_REGISTRY_H
#define LN_SPEC_REGISTRY_H

#include "spec/spec.h"

extern const struct ln_spec_class ln_spec_register, ln_spec_cas_register, ln_spec_multi_register, ln_spec_max_register,
    ln_spec_snapshot, ln_spec_kv, ln_spec_counter, ln_spec_fetch_and_add, ln_spec_queue, ln_spec_bounded_queue,
    ln_spec_stack, ln_spec_deque, ln_spec_work_stealing_deque, ln_spec_priority_queue, ln_spec_max_priority_queue,
    ln_spec_append_log, ln_spec_set, ln_spec_bag, ln_spec_spurious_bag, ln_spec_mutex, ln_spec_rwlock,
    ln_spec_semaphore, ln_spec_event, ln_spec_countdown, ln_spec_nonzero_indicator;

/* java.util.concurrent */
extern const struct ln_spec_class ln_spec_array_blocking_queue, ln_spec_concurrent_hash_map,
    ln_spec_concurrent_linked_deque, ln_spec_concurrent_linked_queue, ln_spec_concurrent_skip_list_map,
    ln_spec_concurrent_skip_list_set, ln_spec_linked_blocking_deque, ln_spec_linked_blocking_queue,
    ln_spec_linked_transfer_queue, ln_spec_priority_blocking_queue;

#endif
