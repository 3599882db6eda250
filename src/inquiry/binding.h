/* Binding a spec while a file is read, so that what the object cannot take is reported at its place in the file. */
#ifndef LN_INQUIRY_BINDING_H
#define LN_INQUIRY_BINDING_H

#include "format/reader.h"
#include "inquiry/chosen_spec.h"

struct ln_binding {
    const struct ln_chosen_spec *chosen;   /* outweighs the history's own (ln_spec_parse_over) */
    const struct ln_spec_class *otherwise; /* when nobody says what the object is; NULL: that is an error */
    struct ln_spec spec;                   /* of the history being read */
    struct ln_binder binder;
};

/* `chosen`: NULL: nobody chose. `binding` must stay where it is while its binder is in use. */
void ln_binding_init(struct ln_binding *binding, const struct ln_chosen_spec *chosen);

/* What is said of a history whose object is what the specification in some source says. */
extern const char ln_spec_in_source[];

/* After LN_USAGE, when nothing says what the object of a history is: a finding with which it stands may say why. */
void ln_explain_unnamed(const char *path, const struct ln_chosen_spec *chosen, enum ln_status status,
                        struct ln_memory *memory, struct ln_error *error);

/* The history's own id, else the path, with #number when the file holds several. */
void ln_write_id(const struct ln_reader *reader, const struct ln_history *history, const char *path, unsigned number,
                 struct ln_str *id);

#endif
