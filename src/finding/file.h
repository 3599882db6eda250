/* Findings in a file, one after the other: JSON Lines (linnet-finding(5)).
 *
 *     {"linnet":"finding","version":1, ...}   the finding, with the digest of its history as it stands here
 *     {"linnet":1, ...}                       its history in the native format, operations numbered as in the finding
 *     {"linnet":"piece"}                      instead of it a piece of a stream, written like one
 *     {"linnet":"steps","threads":[...]}      a line for each step
 *     {"linnet":"schedule"}                   lines of the explorer's own
 *     {"linnet":"serial"}                     serial executions, histories in the native format
 *
 * Sections without lines are left out. Whoever reads histories finds the history in such a file (format/section.h). */
#ifndef LN_FINDING_FILE_H
#define LN_FINDING_FILE_H

#include "finding/finding.h"

#include <stdio.h>

enum { LN_SAVED_PATH = 640 };

/* All of it. LN_INTERNAL when it cannot be written. */
enum ln_status ln_finding_write(const struct ln_finding *finding, FILE *to, struct ln_error *error);
/* To a file that becomes what is there now when it is complete. */
enum ln_status ln_finding_save(const struct ln_finding *finding, const char *path, struct ln_error *error);
/* `linnet-NAME.finding`, or `linnet-NAME-2.finding` when there is such a file, and so on: one that is free. */
void ln_finding_free_name(const char *name, char path[LN_SAVED_PATH]);

/* By its name: does it end with .finding? */
bool ln_finding_is_file(const char *path);

struct ln_finding_reader;

/* LN_BAD_INPUT, with `file:line:column:`, when it is no file of findings, or one of a version that is not read any more. */
enum ln_status ln_finding_open(struct ln_finding_reader **reader, const char *path, struct ln_memory *memory,
                               struct ln_error *error);
void ln_finding_close(struct ln_finding_reader *reader);
/* The next one, without its history, into *finding, which is uninitialised and the caller's to fini when *found, before
 * the next is read. What is wrong, LN_BAD_INPUT, is passed over by the next call. */
enum ln_status ln_finding_next(struct ln_finding_reader *reader, struct ln_finding *finding, bool *found,
                               struct ln_error *error);
/* The lines of its history, in which it is the only one, or of its piece; empty: there is none. Valid until the next is
 * read. */
struct ln_text ln_finding_history(const struct ln_finding_reader *reader);
/* Its first line, and where that stands. */
struct ln_text ln_finding_text(const struct ln_finding_reader *reader);
uint64_t ln_finding_line(const struct ln_finding_reader *reader);

#endif
