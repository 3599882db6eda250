/* What is said of a finding besides its picture: names and values, some of them lists or groups of such. All engines say
 * theirs in this one form, and one file writes it (finding/json.c). */
#ifndef LN_FINDING_FACTS_H
#define LN_FINDING_FACTS_H

#include "base/error.h"
#include "finding/verdict.h"
#include "history/value.h"

enum ln_fact_kind {
    LN_FACT_NUMBER,
    LN_FACT_SIGNED,
    LN_FACT_REAL,
    LN_FACT_TRUTH,
    LN_FACT_TEXT,
    LN_FACT_VALUE,   /* of an operation, in the notation of linnet-history(5) */
    LN_FACT_NUMBERS, /* a list of them */
    LN_FACT_NONE,    /* it is not known */
    LN_FACT_LIST,
    LN_FACT_GROUP,
    LN_FACT_END_OF_LIST,
    LN_FACT_END_OF_GROUP,
};

enum { LN_SIGNIFICANT = -1 }; /* decimals: six digits that matter */

struct ln_fact {
    enum ln_fact_kind kind;
    int decimals; /* of a real */
    size_t name;  /* where it begins in the texts, + 1; 0: an item of a list */
    union {
        uint64_t number;
        int64_t number_signed;
        double real;
        bool truth;
        struct {
            size_t at, length;
        } text;
        struct {
            const uint32_t *at;
            size_t count;
        } numbers;
    };
};

struct ln_facts {
    LN_VEC(struct ln_fact) list;
    struct ln_str texts;      /* names and texts; `failed` when anything was lost */
    LN_VEC(uint32_t) numbers; /* that were read */
    uint64_t groups;          /* a bit for each that is open: a group, not a list; the innermost lowest */
    unsigned open;
};

void ln_facts_init(struct ln_facts *facts, struct ln_memory *memory);
void ln_facts_fini(struct ln_facts *facts);

/* The name is NULL within a list, and only there. Names and texts are copied. */
void ln_facts_number(struct ln_facts *facts, const char *name, uint64_t number);
void ln_facts_signed(struct ln_facts *facts, const char *name, int64_t number);
void ln_facts_real(struct ln_facts *facts, const char *name, double real, int decimals);
void ln_facts_truth(struct ln_facts *facts, const char *name, bool truth);
void ln_facts_text(struct ln_facts *facts, const char *name, const char *text);
void ln_facts_bytes(struct ln_facts *facts, const char *name, const char *at, size_t length);
void ln_facts_value(struct ln_facts *facts, const char *name, const struct ln_values *values, ln_value value);
void ln_facts_none(struct ln_facts *facts, const char *name);
/* `at` must live as long as the facts. */
void ln_facts_numbers(struct ln_facts *facts, const char *name, const uint32_t *at, size_t count);
void ln_facts_list(struct ln_facts *facts, const char *name);
void ln_facts_group(struct ln_facts *facts, const char *name);
void ln_facts_end(struct ln_facts *facts); /* of the innermost list or group */

/* verdict, and why it is unknown if it is. */
void ln_facts_verdict(struct ln_facts *facts, enum ln_verdict verdict, enum ln_reason reason);
/* seconds (of CPU) and memory (bytes). */
void ln_facts_cost(struct ln_facts *facts, double seconds, uint64_t memory);

/* ---- what was said: the members of a group, NULL for all of it, and the items of a list ---- */

/* Is that its name? */
bool ln_facts_is(const struct ln_facts *facts, const struct ln_fact *fact, const char *name);
/* NULL: there is none. */
const struct ln_fact *ln_facts_find(const struct ln_facts *facts, const struct ln_fact *group, const char *name);
const struct ln_fact *ln_facts_first(const struct ln_facts *facts, const struct ln_fact *within);
const struct ln_fact *ln_facts_next(const struct ln_facts *facts, const struct ln_fact *fact);
/* Each of these is false, NULL or 0 also of NULL, and of what is something else. */
const char *ln_fact_text(const struct ln_facts *facts, const struct ln_fact *fact); /* ends with NUL */
size_t ln_fact_length(const struct ln_fact *fact);                                  /* of a text that may have some */
bool ln_fact_number(const struct ln_fact *fact, uint64_t *number);
bool ln_fact_truth(const struct ln_fact *fact);
/* What a known member is, if it is there; LN_FACT_REAL is any number that is finite and not negative, LN_FACT_LIST also
 * one of numbers. */
struct ln_known_member {
    const char *name;
    enum ln_fact_kind kind;
};
/* Members that are not known may be anything, known ones may not: LN_BAD_INPUT. `group`, NULL for all of it, is one.
 * `members` ends with a name that is NULL. */
enum ln_status ln_facts_fit(const struct ln_facts *facts, const struct ln_fact *group,
                            const struct ln_known_member *members, struct ln_error *error);
/* Any fact as a value of an operation. LN_BAD_INPUT when it is none. */
enum ln_status ln_fact_value(const struct ln_facts *facts, const struct ln_fact *fact, struct ln_values *values,
                             ln_value *value);

/* Adds all of `from`: as a group, or to what is open; or what is in a group of it. Lists of numbers stay where they are. */
void ln_facts_copy(struct ln_facts *facts, const char *name, const struct ln_facts *from);
void ln_facts_copy_all(struct ln_facts *facts, const struct ln_facts *from);
void ln_facts_copy_members(struct ln_facts *facts, const struct ln_facts *from, const struct ln_fact *group);

/* ---- as JSON (finding/json.c) ---- */

/* One line. */
void ln_facts_json(const struct ln_facts *facts, struct ln_str *out);
/* From one line. LN_BAD_INPUT with a message without a place, and the *column. What is in `line` is copied. Of the
 * members of groups that are not nested deeper than two, no name may stand twice: what is read twice could be shown once
 * and meant once. */
enum ln_status ln_facts_read(struct ln_facts *facts, struct ln_text line, size_t *column, struct ln_error *error);

#endif
