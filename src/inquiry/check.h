/* Are the histories of a file linearizable? What is found out of each becomes a finding. */
#ifndef LN_INQUIRY_CHECK_H
#define LN_INQUIRY_CHECK_H

#include "check/check.h"
#include "format/reader.h"
#include "inquiry/chosen_spec.h"
#include "report/report.h"

struct ln_check_asked {
    const struct ln_chosen_spec *spec;
    const char *format;    /* NULL: it is recognised */
    const char *skew_text; /* as the user writes it; NULL: clocks are right */
    const struct ln_skew *skew;
    bool keyed, min_skew;
    bool kept; /* what is found is written down: with its history, times and all, and what it was judged by */
    struct ln_check_options how;
    struct ln_style style;                  /* how much the words say, and how wide */
    double timeout;                         /* for each history; 0: none */
    const volatile sig_atomic_t *interrupt; /* may be NULL */
    struct ln_progress *progress;           /* may be NULL */
    void *self;
    void (*read)(const struct ln_history *history, const char *path); /* is told of each that was read; may be NULL */
    /* Memory is without a limit meanwhile: what was found out is told in any case. */
    void (*found)(void *self, const struct ln_judged *judged, const struct ln_finding *finding);
    /* An order failed its replay: our own fault, unless the spec is code that says one thing now and another then. */
    void (*failed)(void *self, const char *id, const struct ln_error *error);
};

/* How it is decided: `name` is auto, pattern, ..., or NULL. LN_USAGE, with a message, when that makes no sense with the
 * depth and the k that `how` has. */
enum ln_status ln_check_choose(struct ln_check_options *how, const char *name, struct ln_error *error);

/* LN_OK when all histories were told of; else what is wrong with the file, once those before it were. */
enum ln_status ln_check_file(const struct ln_check_asked *asked, const char *path, struct ln_memory *memory,
                             struct ln_error *error);

#endif
