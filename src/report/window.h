/* A part of a history, drawn: so many operations from one on, or around one. */
#ifndef LN_REPORT_WINDOW_H
#define LN_REPORT_WINDOW_H

#include "base/error.h"
#include "report/report.h"

#define LN_NOT_ASKED UINT64_MAX

struct ln_window_asked {
    uint64_t from, around; /* operations; LN_NOT_ASKED */
    size_t limit;          /* how many may be shown */
    bool ids;              /* with the number of each */
};

/* What is drawn. */
struct ln_pictured {
    const struct ln_history *history;
    const char *title;
    const char *object; /* what it is of; empty: nobody says */
};

/* How large the history is, the picture, and how much is left out. LN_USAGE, with a message, when there is no such
 * operation in it. */
enum ln_status ln_report_window(const struct ln_pictured *pictured, const struct ln_window_asked *asked,
                                const struct ln_style *style, struct ln_str *out, struct ln_error *error);

#endif
