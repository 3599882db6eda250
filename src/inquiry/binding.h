/* Binding a spec while a file is read, so that what the object cannot take is reported at its place in the file. */
#ifndef LN_INQUIRY_BINDING_H
#define LN_INQUIRY_BINDING_H

#include "format/reader.h"
#include "spec/spec.h"

struct ln_binding {
    const char *wanted;  /* the user's spec, which outweighs the file's (ln_spec_parse_over); may be NULL */
    bool exact;          /* nothing that the file says is added to it */
    const struct ln_spec_class *own; /* of the user's making, which outweighs both; may be NULL */
    struct ln_spec spec; /* of the history being read */
    struct ln_binder binder;
};

/* `binding` must stay where it is while its binder is in use. */
void ln_binding_init(struct ln_binding *binding, const char *wanted);

/* The history's own id, else the path, with #number when the file holds several. */
void ln_write_id(const struct ln_reader *reader, const struct ln_history *history, const char *path, unsigned number,
                 struct ln_str *id);

#endif
