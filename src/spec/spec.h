/* Sequential specifications.
 *
 * A spec says which states an operation may lead to. States are byte strings that only the spec understands; equal
 * bytes are equal states. A step may have no successor (the operation cannot happen there with that result), one, or
 * several (a nondeterministic object, or a result that is not known). */
#ifndef LN_SPEC_SPEC_H
#define LN_SPEC_SPEC_H

#include "history/history.h"

#include <assert.h>

struct ln_state {
    const uint8_t *at;
    size_t length;
};

/* An operation as a spec sees it. */
struct ln_invocation {
    const struct ln_values *values;
    const ln_value *args;
    ln_value key;    /* LN_VALUE_NONE unless the class is keyed */
    ln_value result; /* LN_VALUE_UNKNOWN: any result will do */
    uint16_t method;
    uint32_t line;    /* where it was read; 0 if nowhere */
    bool optional;    /* it may have had no effect; only relaxed specs look at it (spec/relaxed_spec.h) */
    ln_value process; /* who calls; only classes that are `by_process` look at it */
};

struct ln_extent {
    size_t start, length;
};

/* Collects the successors of one step. */
struct ln_next {
    struct ln_memory *memory;
    LN_VEC(uint8_t) bytes; /* all successor states, one after the other, each padded to 8 bytes */
    LN_VEC(struct ln_extent) states;
    bool stays;  /* the state before the step is a successor too (and not in `states`) */
    bool failed; /* memory was refused */
};

void ln_next_init(struct ln_next *next, struct ln_memory *memory);
void ln_next_fini(struct ln_next *next);
void ln_next_clear(struct ln_next *next);
/* False when memory is refused; the copy has then no states. */
bool ln_next_copy(struct ln_next *copy, const struct ln_next *next);
/* For specs: the operation leaves the state as it is. */
void ln_next_stay(struct ln_next *next);
/* For specs: room for a successor of `length` bytes to be filled in; NULL when memory is refused. */
void *ln_next_add(struct ln_next *next, size_t length);
/* A successor that exists already. False when memory is refused. */
bool ln_next_add_state(struct ln_next *next, struct ln_state state);
static inline struct ln_state ln_next_state(const struct ln_next *next, size_t index)
{
    assert(index < next->states.length);
    return (struct ln_state){ next->bytes.at + next->states.at[index].start, next->states.at[index].length };
}

enum ln_returns {
    LN_RETURNS_NOTHING, /* null, true or the argument itself stand for it; stored as LN_VALUE_NONE */
    LN_RETURNS_NULL,    /* null, stored as LN_VALUE_NONE; anything else is wrong, and stays what it is */
    LN_RETURNS_VALUE,
    LN_RETURNS_INTEGER,
    LN_RETURNS_TRUTH,  /* true or false; the argument itself means true (a Jepsen ok) */
    LN_RETURNS_CHANGE, /* true or false; null or the argument itself mean that it is not known */
    LN_RETURNS_DONE,   /* like nothing, but false means that the object refused */
    LN_RETURNS_SET     /* a list in any order; stored in the order of its items' words */
};

/* What an operation surely does. LN_READS: it leaves the state as it is (or does so if its result is false, or null).
 * LN_OVERWRITES: it can happen in every state, and of two such operations with the same key the first leaves no
 * trace. */
enum ln_effect { LN_CHANGES, LN_READS, LN_READS_IF_FALSE, LN_READS_IF_NULL, LN_OVERWRITES };

/* What its arguments may be. Collections whose removals say null for "empty" cannot hold null. */
enum ln_takes {
    LN_TAKES_ANY,
    LN_TAKES_NOT_NULL,
    LN_TAKES_INTEGER,
    LN_TAKES_STRING,
    LN_TAKES_TRANSACTION /* a list of ["r", key, ...] and ["w", key, value] */
};

/* What it does to a collection, for procedures that know collections (src/check/pattern). */
enum ln_role {
    LN_ROLE_OTHER,
    LN_ROLE_INSERT, /* its argument goes in; of a cell: becomes the value */
    LN_ROLE_REMOVE, /* what it returns goes out; of a set: its argument */
    LN_ROLE_LOOK    /* tells what would go out next; of a cell: the value; of a set: whether its argument is in */
};

/* In which order a collection gives its values back. */
enum ln_discipline {
    LN_DISCIPLINE_NONE, /* it is no collection */
    LN_DISCIPLINE_FIFO,
    LN_DISCIPLINE_LIFO,
    LN_DISCIPLINE_LEAST,
    LN_DISCIPLINE_GREATEST,
    LN_DISCIPLINE_ANY,
    LN_DISCIPLINE_LOOSE, /* any, and finding nothing means nothing */
    LN_DISCIPLINE_SET,   /* by name */
    LN_DISCIPLINE_CELL   /* never: a new value replaces the old one; the first one is the spec's parameter */
};

struct ln_method {
    const char *name;
    const char *aliases;             /* separated by blanks */
    const char *arguments, *results; /* in words, for `linnet specs` */
    uint8_t least, most;             /* how many arguments */
    uint8_t returns;                 /* enum ln_returns */
    uint8_t effect;                  /* enum ln_effect */
    uint8_t takes;                   /* enum ln_takes */
};

enum ln_parameter { LN_PARAMETER_NONE, LN_PARAMETER_COUNT, LN_PARAMETER_VALUE };

struct ln_spec;
struct ln_reply;
struct ln_cursor;

struct ln_spec_class {
    const char *name, *aliases, *summary;
    const char *noun; /* what reports call it; NULL: its name */
    /* Names of it that leave open which end comes first, separated by blanks: where a file says that it is `reversed`,
     * they mean that. NULL: none. */
    const char *undirected;
    const struct ln_spec_class *reversed;
    const struct ln_method *methods;
    size_t method_count;
    const char *parameter; /* the name of its one parameter, or NULL */
    enum ln_parameter parameter_kind;
    const char *parameter_help;
    uint64_t parameter_default; /* of a count; 0: no limit */
    uint64_t parameter_most;    /* of a count; 0: whatever fits */
    bool keyed;                 /* an operation's key is part of it, not the name of one of several objects */
    bool by_process;            /* what an operation does depends on who calls it */
    enum ln_discipline discipline;
    const uint8_t *roles; /* enum ln_role of each method, when it has a discipline */
    bool closed;          /* a legal sequence stays legal without all operations that mention one value */
    /* Chooses the method of an operation itself. NULL: the method is the one that the operation names. */
    enum ln_status (*bind)(const struct ln_spec *spec, const struct ln_history *history, uint32_t operation,
                           uint16_t *method, struct ln_error *error);
    void (*initial)(const struct ln_spec *spec, struct ln_next *next);
    void (*step)(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *invocation,
                 struct ln_next *next);
    /* One result that the operation may have in this state, for generating histories; it may intern values.
     * LN_VALUE_UNKNOWN: it cannot happen there. */
    ln_value (*answer)(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *invocation,
                       struct ln_values *values);
    /* Of an object that can answer in one way only (spec/single_answer.h): step, answer and blocks may be made of it. */
    struct ln_reply (*respond)(const struct ln_spec *spec, struct ln_state state,
                               const struct ln_invocation *invocation, struct ln_next *next);
    /* Performs the operation in place (spec/cursor.h); false: it cannot happen. Optional, for long replays. */
    bool (*advance)(const struct ln_spec *spec, struct ln_cursor *cursor, const struct ln_invocation *invocation);
    /* May the operation wait for ever in this state? NULL: never. */
    bool (*blocks)(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *invocation);
    /* The states that the object may be in right after the operation, whatever it was before; none: that cannot be told.
     * `alone`: nothing ever happened to it but operations of the same part. NULL: it can never be told. */
    void (*settle)(const struct ln_spec *spec, const struct ln_invocation *invocation, bool alone,
                   struct ln_next *next);
    /* Operations with different parts never influence each other; LN_VALUE_NONE: this one touches everything.
     * NULL: one part. */
    ln_value (*part)(const struct ln_spec *spec, const struct ln_invocation *invocation);
    void (*write_state)(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                        struct ln_str *out);
};

/* A class with its parameter. A plain value: copy it freely. `value` belongs to one history's table. */
struct ln_spec {
    const struct ln_spec_class *class;
    uint64_t count;
    ln_value value;
    const struct ln_spec *inner; /* what this one is put around: product, relaxed */
    struct {
        uint64_t f;
        uint64_t method;
    } seen[8]; /* names found lately, while binding; method + 1 */
};

/* From `queue` or `queue:capacity=4`; values are interned into `values`. */
enum ln_status ln_spec_parse(struct ln_spec *spec, const char *text, struct ln_values *values, struct ln_error *error);

/* The same for what the user wants, where a file says something of the object, too (`named`; NULL: nothing): the user
 * outweighs the file, but what the file says and the user leaves open stays: a parameter that the wanted object also
 * has, and which end of a priority queue comes first. */
enum ln_status ln_spec_parse_over(struct ln_spec *spec, const char *wanted, const char *named, struct ln_values *values,
                                  struct ln_error *error);

/* As it is written: `queue`, `queue:capacity=4`. */
void ln_spec_write(const struct ln_spec *spec, const struct ln_values *values, struct ln_str *out);

/* Legal without all operations that mention one value? */
bool ln_spec_closed(const struct ln_spec *spec);

/* Many objects of `inner`, told apart by their operations' keys, as one object. `inner` must outlive it. */
struct ln_spec ln_spec_product(const struct ln_spec *inner);

/* The registry; NULL past the end. */
const struct ln_spec_class *ln_spec_class_at(size_t index);

/* Finds the method an operation names, checks its arguments and brings them to the form that steps expect. */
enum ln_spec_fault { LN_FAULT_F, LN_FAULT_KEY, LN_FAULT_ARGS, LN_FAULT_RESULT };
enum ln_status ln_spec_bind_call(struct ln_spec *spec, struct ln_history *history, uint32_t operation,
                                 enum ln_spec_fault *fault, struct ln_error *error);
enum ln_status ln_spec_bind_result(const struct ln_spec *spec, struct ln_history *history, uint32_t operation,
                                   enum ln_spec_fault *fault, struct ln_error *error);
/* All operations of the history; *operation is the one that does not fit, if one does not. */
enum ln_status ln_spec_bind(struct ln_spec *spec, struct ln_history *history, uint32_t *operation,
                            struct ln_error *error);

/* The bound operation, ready for a step. */
static inline struct ln_invocation ln_invocation_of(const struct ln_history *history, uint32_t operation)
{
    const struct ln_operation *o = &history->operations.at[operation];
    assert(operation < history->operations.length);
    return (struct ln_invocation){ &history->values, history->args.at + o->args,
                                   o->key,           o->result,
                                   o->method,        o->line,
                                   o->optional,      history->processes.at[o->process] };
}

/* The object itself, without what was put around it: whose methods operations name. */
static inline const struct ln_spec_class *ln_spec_object(const struct ln_spec *spec)
{
    while (spec->inner)
        spec = spec->inner;
    return spec->class;
}

/* Does it, with the result it has, leave every state as it is in which it can happen at all? */
static inline bool ln_invocation_reads(const struct ln_spec *spec, const struct ln_invocation *invocation)
{
    assert(invocation->method < ln_spec_object(spec)->method_count);
    switch ((enum ln_effect)ln_spec_object(spec)->methods[invocation->method].effect) {
    case LN_CHANGES:
    case LN_OVERWRITES: break;
    case LN_READS: return true;
    case LN_READS_IF_FALSE: return ln_same(invocation->result, LN_VALUE_FALSE);
    case LN_READS_IF_NULL: return ln_same(invocation->result, LN_VALUE_NULL);
    }
    return false;
}

/* Does it happen in every state and leave no trace of operations with its key that do so too? */
static inline bool ln_invocation_overwrites(const struct ln_spec *spec, const struct ln_invocation *invocation)
{
    assert(invocation->method < ln_spec_object(spec)->method_count);
    return ln_spec_object(spec)->methods[invocation->method].effect == LN_OVERWRITES && !invocation->optional;
}

/* Are both called by whoever the object takes for the same? */
static inline bool ln_same_caller(const struct ln_spec *spec, const struct ln_invocation *a,
                                  const struct ln_invocation *b)
{
    return !ln_spec_object(spec)->by_process || ln_same(a->process, b->process);
}

/* Could this operation return `value`? */
static inline bool ln_may_return(const struct ln_invocation *invocation, ln_value value)
{
    return ln_same(invocation->result, value) || ln_same(invocation->result, LN_VALUE_UNKNOWN);
}

#endif
