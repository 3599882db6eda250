/* The options that several commands have, each written once: what it is called, its letter, and what it reads. A command
 * lists those that it takes, in a table where AT(field) is the place of that field in its own struct, and says in
 * `says` what it does there where that differs, or in `usual` what it is when it is not given. A letter and a name mean
 * one thing wherever they are taken (tests/options.sh). */
#ifndef LN_CLI_SHARED_OPTIONS_H
#define LN_CLI_SHARED_OPTIONS_H

#include "cli/options.h"

/* clang-format off */
/* ---- what is judged, and by what ---- */
#define SHARED_SPEC(says) { "spec", 's', OPTION_NAMED, "SPEC", AT(spec), says }
#define SHARED_FORMAT { "format", 'f', OPTION_TEXT, "FORMAT", AT(format), "the format of the files (recognised)" }
#define SHARED_KEYED \
    { "keyed", 0, OPTION_FLAG, NULL, AT(keyed), "jepsen-edn: values are pairs [key value] of independent objects" }
#define SHARED_K \
    { "k", 'k', OPTION_NUMBER, "K", AT(k), "of counting: how many bounds of time are told apart, 0 to 4 (2)" }
#define SHARED_ALLOW_EMPTY \
    { "allow-empty", 0, OPTION_FLAG, NULL, AT(allow_empty), "a history in which no operation returned holds (unknown)" }

/* ---- how much, and how long ---- */
#define SHARED_OPS(kind, says) { "ops", 'n', kind, "N", AT(operations), says }
#define SHARED_PROCESSES(says) { "processes", 'p', OPTION_COUNT, "N", AT(processes), says }
#define SHARED_THREADS(says) { "threads", 0, OPTION_COUNT, "N", AT(threads), says }
#define SHARED_VALUES(says) { "values", 0, OPTION_COUNT, "N", AT(values), says }
#define SHARED_SEED(says) { "seed", 0, OPTION_NUMBER, "N", AT(seed), says }
#define SHARED_JOBS(says) { "jobs", 'j', OPTION_COUNT, "N", AT(jobs), says }
#define SHARED_TIMEOUT(says) { "timeout", 't', OPTION_DURATION, "TIME", AT(timeout), says }
#define SHARED_MEMORY(usual) \
    { "memory", 'm', OPTION_SIZE, "SIZE", AT(memory), "give up beyond 200M, 4G, ... (" usual ")" }

/* ---- the user's code ---- */
#define SHARED_CC(usual) { "cc", 0, OPTION_TEXT, "CC", AT(compiler), "the compiler (" usual ")" }
#define SHARED_HANG(says) { "hang", 0, OPTION_DURATION, "TIME", AT(hang), says }
#define SHARED_REUSE(says) { "reuse", 0, OPTION_TEXT, "HOW", AT(reuse), says }
#define SHARED_ACCEPT(says) { "accept", 0, OPTION_WORDS, "WHAT", AT(accept), says }

/* ---- what is told, and where it goes ---- */
#define SHARED_SAVE(says) { "save", 0, OPTION_TEXT, "FILE", AT(save), says }
#define SHARED_NO_SAVE { "no-save", 0, OPTION_FLAG, NULL, AT(no_save), "save nothing" }
#define SHARED_CERTIFICATE(says) { "certificate", 'c', OPTION_TEXT, "FILE", AT(certificate), says }
#define SHARED_OUTPUT { "output", 'o', OPTION_TEXT, "FILE", AT(output), "write it there (standard output)" }
#define SHARED_JSON(says) { "json", 0, OPTION_FLAG, NULL, AT(json), says }
#define SHARED_QUIET { "quiet", 'q', OPTION_FLAG, NULL, AT(quiet), "no output but the exit code" }
#define SHARED_STATS(says) { "stats", 0, OPTION_FLAG, NULL, AT(stats), says }
/* clang-format on */

#endif
