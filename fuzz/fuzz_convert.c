/* Any bytes as a history that is written in every format: what is written is read again without an error, and has as
 * many operations. */
#include "reader_target.h"

#include "format/reader.h"
#include "format/writer.h"

#include <stdlib.h>
#include <string.h>

static void must(bool holds)
{
    if (!holds)
        abort();
}

static bool put(void *self, const char *bytes, size_t length)
{
    ln_str_add(self, bytes, length);
    return true;
}

static void read_again(const char *format, const struct ln_str *text, size_t operations, struct ln_memory *memory)
{
    struct ln_reader_options options = { .format = strncmp(format, "native", 6) == 0 ? "native" : format };
    struct ln_history history;
    struct ln_reader *reader;
    bool found;
    must(ln_reader_open_bytes(&reader, "text", ln_str_borrow(text), text->length, &options, memory, NULL) == LN_OK);
    must(ln_reader_next(reader, &history, &found, NULL) == LN_OK && found);
    must(history.operations.length == operations);
    ln_history_fini(&history);
    ln_reader_close(reader);
}

static void write_in_all(const struct ln_history *history, struct ln_memory *memory)
{
    for (size_t i = 0; ln_file_writer_name(i); i++) {
        struct ln_str text;
        struct ln_file_writer_options options = { .format = ln_file_writer_name(i), .put = put, .self = &text };
        struct ln_file_writer writer;
        ln_str_init(&text, memory);
        must(ln_file_writer_init(&writer, &options, memory, NULL) == LN_OK);
        if (ln_file_writer_add(&writer, history, NULL, NULL) == LN_OK)
            read_again(options.format, &text, history->operations.length, memory);
        else
            must(text.length == 0);
        ln_file_writer_fini(&writer);
        ln_str_fini(&text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct ln_memory memory;
    struct ln_reader *reader;
    struct ln_history history;
    bool found;
    ln_memory_init(&memory, UINT64_MAX);
    must(ln_reader_open_bytes(&reader, "input", bytes, length, NULL, &memory, NULL) == LN_OK);
    while (ln_reader_next(reader, &history, &found, NULL) == LN_OK && found) {
        write_in_all(&history, &memory);
        ln_history_fini(&history);
    }
    ln_reader_close(reader);
    must(memory.used == 0);
    return 0;
}
