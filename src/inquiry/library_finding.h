/* A finding as programs are given it: every part ready to be looked at, and nothing that belongs to somebody else. */
#ifndef LN_INQUIRY_LIBRARY_FINDING_H
#define LN_INQUIRY_LIBRARY_FINDING_H

#include "linnet/linnet.h"

#include "report/report.h"

struct linnet_finding {
    struct ln_memory memory; /* of itself, so that it outlives what it was judged with */
    enum ln_verdict verdict;
    enum ln_reason reason;
    struct ln_str id, text, json, explanation;
    LN_VEC(uint32_t) witness;
    LN_VEC(linnet_core_operation) core;
    const char *pattern; /* lives for ever, or is NULL */
    uint64_t operations;
    size_t cut_line;
    double seconds;
    uint64_t memory_peak;
};

/* Without parts yet; NULL when memory is refused. linnet_finding_free() ends it. */
linnet_finding *ln_library_finding_new(void);

/* Fills it with what was found, once: verdict, text, JSON and cost. False when memory is refused: it is not whole. */
bool ln_library_finding_take(linnet_finding *finding, const struct ln_finding *found);
/* The same for a history that was judged, with its witness or core. */
bool ln_library_finding_judged(linnet_finding *finding, const struct ln_judged *judged, const struct ln_finding *found);

#endif
