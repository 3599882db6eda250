/* A schedule as lines of JSON, the section of a finding with which `linnet replay` runs it again: the test, how it was
 * run and failed, what was known of memory, and every choice; see linnet-replay(1). */
#ifndef LN_INQUIRY_CODE_SCHEDULE_H
#define LN_INQUIRY_CODE_SCHEDULE_H

#include "explore/failing.h"
#include "history/value.h"

struct ln_schedule {
    struct ln_str test, initial, final; /* as text */
    enum ln_failure failure;
    uint64_t hash[2]; /* of the history */
    struct ln_run_how how;
    uint64_t choices_said; /* how many it says that there are */
    LN_VEC(struct ln_choice) choices;
    LN_VEC(struct ln_shared_run) shared;
};

void ln_schedule_init(struct ln_schedule *schedule, struct ln_memory *memory);
void ln_schedule_fini(struct ln_schedule *schedule);

/* That of a test that fails. */
enum ln_status ln_schedule_take(struct ln_schedule *schedule, const struct ln_failing *failing,
                                const struct ln_explored_object *object, struct ln_error *error);
void ln_schedule_write(const struct ln_schedule *schedule, struct ln_str *out);
/* Into one that was just initialised. LN_BAD_INPUT with a message that begins with `path`. */
enum ln_status ln_schedule_read(struct ln_schedule *schedule, struct ln_text lines, const char *path,
                                struct ln_error *error);

#endif
