/* Reads bytes as a history and checks what must hold of every outcome: memory is given back, errors have messages
 * with the input's name, and sealed histories have their events in order. */
#include "reader_target.h"

#include "format/reader.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void check_operation(const struct ln_history *history, const struct ln_operation *operation)
{
    must(operation->process < history->processes.length);
    must(operation->args + (size_t)operation->arity <= history->args.length);
    must(ln_value_kind(operation->f) == LN_KIND_STRING);
    must((operation->fate == LN_FAILED) == (operation->call == LN_NEVER));
    must((operation->fate == LN_COMPLETED) == (operation->ret != LN_NEVER));
    if (operation->fate == LN_COMPLETED)
        must(operation->call < operation->ret && operation->ret < history->events.length);
    else
        must(ln_same(operation->result, LN_VALUE_UNKNOWN));
}

/* Writing every operation reads every value that was built. */
static void check_history(const struct ln_history *history, struct ln_memory *memory)
{
    struct ln_str text;
    must(history->sealed);
    ln_str_init(&text, memory);
    for (uint32_t i = 0; i < history->operations.length; i++) {
        check_operation(history, &history->operations.at[i]);
        ln_history_write_operation(history, i, &text);
        ln_str_clear(&text);
    }
    ln_str_fini(&text);
}

void ln_fuzz_reader(const char *format, const uint8_t *bytes, size_t length)
{
    struct ln_reader_options options = { .format = format };
    struct ln_memory memory;
    struct ln_error error = { LN_OK, "" };
    struct ln_reader *reader;
    bool found = true;
    ln_memory_init(&memory, 64 << 20);
    must(ln_reader_open_bytes(&reader, "input", bytes, length, &options, &memory, &error) == LN_OK);
    while (found) {
        struct ln_history history;
        enum ln_status status = ln_reader_next(reader, &history, &found, &error);
        must(status == LN_OK || status == LN_BAD_INPUT || status == LN_NO_MEMORY);
        must(status == error.status && !(status && found));
        must(!status || strncmp(error.message, "input:", 6) == 0);
        if (found) {
            check_history(&history, &memory);
            ln_history_fini(&history);
        }
    }
    must(ln_reader_format(reader) != NULL);
    ln_reader_close(reader);
    must(memory.used == 0);
}

void ln_fuzz_value(ln_fuzz_read *read, bool writes_the_same, const uint8_t *bytes, size_t length)
{
    struct ln_text text = { (const char *)bytes, length };
    struct ln_memory memory;
    struct ln_values values;
    struct ln_scanner scan;
    struct ln_str written;
    ln_value value, again;
    if (ln_utf8_good(text.at, length) != length)
        return;
    ln_memory_init(&memory, 64 << 20);
    ln_values_init(&values, &memory);
    ln_scanner_init(&scan, &memory);
    ln_str_init(&written, &memory);
    scan.values = &values;
    if (!read(&scan, text, &value)) {
        ln_value_write(&values, value, &written);
        if (writes_the_same)
            text = (struct ln_text){ ln_str_borrow(&written), written.length };
        if (read(&scan, text, NULL) || read(&scan, text, &again) || !ln_same(value, again))
            abort();
    }
    ln_str_fini(&written);
    ln_scanner_fini(&scan);
    ln_values_fini(&values);
    if (memory.used)
        abort();
}
