/* An observation as a file of serial histories, which `linnet check --spec FILE.serial` takes for a specification. */
#ifndef LN_EXPLORE_SERIAL_FILE_H
#define LN_EXPLORE_SERIAL_FILE_H

#include "explore/why.h"

/* False: it could not be written. */
typedef bool ln_serial_sink(void *self, const char *bytes, size_t length);

/* Processes are lanes. A result that is nothing is null; whoever writes the history to be checked does the same.
 * LN_STOPPED: the sink said so. */
enum ln_status ln_serial_file_write(const struct ln_naming *naming, const struct ln_observation *observation,
                                    ln_serial_sink *sink, void *self);

#endif
