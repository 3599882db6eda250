/* Inside src/format only: where operations that failed stand in files of events.
 *
 * They have no place among the events, but their process can have nothing else open meanwhile. So each stands before the
 * next call of a later operation, whosoever that is; where its own process has one open then, when that has returned; and
 * before a call of its process that never returns. */
#ifndef LN_FORMAT_FAILED_OPERATIONS_H
#define LN_FORMAT_FAILED_OPERATIONS_H

#include "format/writing.h"

struct ln_failed_operations {
    const struct ln_write_format *format;
    const struct ln_writing *writing;
    uint32_t come_to;    /* those before this one were due */
    uint32_t *following; /* of each operation: its process's next one that failed; NULL: none failed at all */
    struct ln_failed_process {
        uint32_t due; /* its first one that was not yet written */
        bool busy;
    } * processes;
};

/* Both take what the history has for a history without them. LN_NO_MEMORY; fini also then. */
enum ln_status ln_failed_operations_init(struct ln_failed_operations *failed, const struct ln_write_format *format,
                                         const struct ln_writing *writing);
void ln_failed_operations_fini(struct ln_failed_operations *failed);

/* Writes what is due before the call of this operation is written, or after its return was. */
void ln_failed_operations_call(struct ln_failed_operations *failed, uint32_t operation);
void ln_failed_operations_return(struct ln_failed_operations *failed, uint32_t operation);
/* Writes what is left. */
void ln_failed_operations_end(struct ln_failed_operations *failed);

#endif
