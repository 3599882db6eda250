/* Measuring the histories of files as the hitting paper does (PPoPP 2019, section 6), in groups. */
#ifndef LN_INQUIRY_DEPTH_H
#define LN_INQUIRY_DEPTH_H

#include "check/hitting/crew.h"
#include "inquiry/chosen_spec.h"
#include "inquiry/depth_groups.h"

enum ln_depth_by { LN_DEPTH_BY_OBJECT, LN_DEPTH_BY_FILE, LN_DEPTH_BY_CONCURRENCY };
enum ln_depth_form { LN_DEPTH_TABLES, LN_DEPTH_JSON, LN_DEPTH_CSV };

struct ln_depth_asked {
    const struct ln_chosen_spec *spec;
    const char *format; /* NULL: it is recognised */
    bool keyed;
    enum ln_depth_by by;
    struct ln_depth_options how;
    unsigned jobs;
    double timeout; /* for each history; 0: none */
    const volatile sig_atomic_t *interrupt;
    void *self;
    void (*read)(const struct ln_history *history, const char *path); /* is told of each that was read */
    void (*each)(void *self, const struct ln_str *line); /* is told a line of JSON of each history; may be NULL */
    void (*failed)(void *self, const char *id, const struct ln_error *error); /* it cannot be measured */
};

struct ln_depth_inquiry {
    struct ln_memory *memory;
    struct ln_memory telling; /* without a limit: what was found out is told in any case */
    struct ln_depth_asked asked;
    struct ln_depth_crew *crew;
    struct ln_depth_groups groups;
    struct ln_str single; /* what there is to say of the only history */
    bool any_unknown;
};

/* LN_OK or LN_NO_MEMORY; fini either way, and of what is all zeros. It stays where it is. */
enum ln_status ln_depth_inquiry_init(struct ln_depth_inquiry *inquiry, const struct ln_depth_asked *asked,
                                     struct ln_memory *memory);
void ln_depth_inquiry_fini(struct ln_depth_inquiry *inquiry);

/* Reads a file and has its histories measured. `alone`: it is the only one. */
enum ln_status ln_depth_inquiry_file(struct ln_depth_inquiry *inquiry, const char *path, bool alone,
                                     struct ln_progress *progress, struct ln_error *error);
/* Of all groups, once ln_depth_crew_finish has come back. */
void ln_depth_inquiry_tell(struct ln_depth_inquiry *inquiry, enum ln_depth_form form, struct ln_str *out);

#endif
