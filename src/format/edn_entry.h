/* Inside src/format only: the map that stands for one event in histories written as EDN. */
#ifndef LN_FORMAT_EDN_ENTRY_H
#define LN_FORMAT_EDN_ENTRY_H

#include "format/scanner.h"

enum ln_edn_part { LN_EDN_PROCESS, LN_EDN_TYPE, LN_EDN_F, LN_EDN_KEY, LN_EDN_VALUE, LN_EDN_PARTS };

extern const char *const ln_edn_part_names[LN_EDN_PARTS];

/* The value is only looked over: not every map is an operation, and what is none may hold anything. */
struct ln_edn_entry {
    const char *places[LN_EDN_PARTS]; /* NULL when it is not there */
    ln_value parts[LN_EDN_PARTS];
};

/* The map here, up to its closing brace. Other keys are ignored. */
enum ln_status ln_edn_entry_read(struct ln_scanner *scan, struct ln_edn_entry *entry);

/* The value, which the entry must have, into its part. */
enum ln_status ln_edn_entry_value(struct ln_scanner *scan, struct ln_edn_entry *entry);

#endif
