/* Lines of text from a file, standard input or memory, packed or not. */
#ifndef LN_FORMAT_INPUT_H
#define LN_FORMAT_INPUT_H

#include "base/budget.h"
#include "base/error.h"
#include "base/hash.h"
#include "history/value.h"

struct ln_input;

/* `path` "-" is standard input. `budget` may be NULL. */
enum ln_status ln_input_open(struct ln_input **input, const char *path, struct ln_budget *budget,
                             struct ln_memory *memory, struct ln_error *error);
enum ln_status ln_input_open_bytes(struct ln_input **input, const char *name, const void *bytes, size_t length,
                                   struct ln_memory *memory, struct ln_error *error);
void ln_input_close(struct ln_input *input);

/* From now on, wait for more at the end of a file, like tail -f, until the budget is spent. */
void ln_input_follow(struct ln_input *input);

/* The next line without its end, valid until the next call; *found is false after the last. Lines are known to be
 * UTF-8 without NUL bytes. */
enum ln_status ln_input_line(struct ln_input *input, struct ln_text *line, bool *found, struct ln_error *error);

/* Did the line given last lack its end, and was it, besides, cut within a character (which is then left out)? */
bool ln_input_is_unended(const struct ln_input *input);
bool ln_input_is_torn(const struct ln_input *input);

/* The number of the line given last, from 1. */
uint64_t ln_input_number(const struct ln_input *input);
const char *ln_input_name(const struct ln_input *input);

/* The digest of the bytes (unpacked, line ends and all) from the end of the last digest to the end of the line given
 * last, or, when that is `held`, to its start. */
void ln_input_digest(struct ln_input *input, bool held, char text[LN_DIGEST_TEXT]);

/* Until the first rewind everything read is kept, so that a look at the start can be taken twice. */
void ln_input_rewind(struct ln_input *input);

#endif
