/* What every engine answers with. It holds all there is to say, in one form: renderings (text, JSON, files) know this and
 * no engine. linnet-finding(5) is the form on paper. */
#ifndef LN_FINDING_FINDING_H
#define LN_FINDING_FINDING_H

#include "base/arena.h"
#include "finding/facts.h"
#include "finding/picture.h"
#include "history/history.h"

enum ln_engine { LN_ENGINE_CHECK, LN_ENGINE_MONITOR, LN_ENGINE_STRESS, LN_ENGINE_EXPLORE, LN_ENGINE_MODEL };

/* For people, in lines that end with a newline and are indented as they are to stand; wrapped where they are shown. Empty:
 * nothing to say. In this order, with pictures between them. */
struct ln_words {
    struct ln_str about;   /* below the answer: how large the history is, which test it was */
    struct ln_str picture; /* what stands above the picture of the history */
    struct ln_str why;     /* below it */
    struct ln_str steps;   /* what stands above the steps */
    struct ln_str after;   /* what was looked at, within which bounds, what was not seen, how to get it again */
};

struct ln_finding {
    struct ln_memory *memory;
    enum ln_engine engine;
    struct ln_str id; /* what was judged, as the user calls it */
    enum ln_verdict verdict;
    enum ln_reason reason; /* why unknown */
    bool replayed;         /* it was run again, and did the same */
    const char *failure;   /* what kind of violation, or what looked like one; NULL: none */
    ln_methods methods;
    struct ln_str spec;   /* what the object is, as the header of its history says; empty: it does not */
    struct ln_str answer; /* what the verdict says: `ring.c is not linearizable` */
    struct ln_words words;
    struct ln_str saved; /* the file that it was saved in; empty: none. It is not said in files. */

    /* The members of these parts, by name. Engines add what they have. */
    struct ln_facts subject;  /* what was judged: input, number, format, digest; files, flags, compiler; spec */
    struct ln_facts coverage; /* what was looked at, the bounds, and what was not seen */
    struct ln_facts evidence; /* witness, core, explanation; test and schedule */

    /* What is drawn. */
    const struct ln_history *history; /* the caller's; NULL: none */
    bool is_piece; /* of a stream, which began before: it is drawn, and is no history that can be judged by itself */
    LN_VEC(struct ln_scene_op) scene; /* operations of it; none: it is not drawn */
    LN_VEC(const char *) threads;     /* the names of those that take the steps */
    LN_VEC(struct ln_row) rows;       /* the steps; texts as in report/interleaving.h */
    struct ln_arena arena;            /* their texts */

    /* Sections of a file beside the history: lines, as they stand there. */
    struct ln_str schedule;
    struct ln_str serial; /* the serial executions that it was judged by */

    double seconds;       /* CPU */
    uint64_t memory_peak; /* bytes */
};

void ln_finding_init(struct ln_finding *finding, enum ln_engine engine, struct ln_memory *memory);
void ln_finding_fini(struct ln_finding *finding);
/* False when memory was refused for any of its texts. */
bool ln_finding_is_whole(struct ln_finding *finding);

/* Copies of rows and names go to its arena. False when memory is refused. */
bool ln_finding_thread(struct ln_finding *finding, const char *name);
bool ln_finding_row(struct ln_finding *finding, const struct ln_row *row);

const char *ln_engine_name(enum ln_engine engine);

/* Everything there is to say, by name. `here`: the digest of its history's text in the file; NULL: there is none.
 * `whole`: with the words for people and the picture, as in files. */
void ln_finding_say(const struct ln_finding *finding, const char *here, bool whole, struct ln_facts *facts);
/* That as a line of JSON, as --json prints it. */
void ln_finding_json(const struct ln_finding *finding, struct ln_str *out);
/* The other way: fills a finding that was just initialised, and is gone before the facts are. History, steps and sections
 * are not in there. LN_BAD_INPUT with a message without a place when these are no finding, or one of another version. */
enum ln_status ln_finding_hear(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error);

#endif
