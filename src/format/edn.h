/* Values of the extensible data notation of Clojure. */
#ifndef LN_FORMAT_EDN_H
#define LN_FORMAT_EDN_H

#include "format/scanner.h"

/* Blanks, commas, comments, and forms discarded with `#_`. */
enum ln_status ln_edn_blanks(struct ln_scanner *scan);

/* The value here, into scan->values; with `out` NULL it is only looked over. Blanks before it are skipped. */
enum ln_status ln_edn_value(struct ln_scanner *scan, ln_value *out);

/* A keyword as a view, without its colon. */
enum ln_status ln_edn_keyword(struct ln_scanner *scan, struct ln_text *out);

/* Nothing but blanks may follow. */
enum ln_status ln_edn_end(struct ln_scanner *scan);

#endif
