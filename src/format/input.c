/* Lines of text as views into one buffer.
 *
 * The buffer is filled in large reads and grows only for lines longer than it, within the memory limit. A byte order
 * mark at the start and CR before LF are dropped; the last line may lack its end. */
#include "format/input.h"

#include "format/unpack.h"
#include "base/utf8.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { CHUNK = 1 << 18, LEAST_READ = 1 << 12 };

struct ln_input {
    struct ln_memory *memory;
    char *name;
    struct ln_unpack *unpack;
    LN_VEC(char) text; /* what was read and is still needed */
    size_t line, next; /* where the line given last and the next one start */
    size_t digested;   /* up to here the bytes are part of the digest */
    struct ln_digest *digest;
    size_t searched; /* up to here there is no end of line after `next` */
    uint64_t number;
    bool kept; /* nothing was rewound yet: keep all of it */
    bool ended;
    bool unended, torn; /* of the line given last */
};

static enum ln_status open_with(struct ln_input **input, const char *name, struct ln_bytes bytes,
                                struct ln_memory *memory, struct ln_error *error)
{
    size_t length = strlen(name) + 1;
    struct ln_unpack *unpack;
    struct ln_input *made;
    enum ln_status status = ln_unpack_new(&unpack, bytes, memory, error);
    if (status)
        return status;
    made = ln_take_zeroed(memory, sizeof *made);
    if (made) {
        made->name = ln_take(memory, length);
        made->digest = ln_digest_new(memory);
    }
    if (!made || !made->name || !made->digest) {
        if (made) {
            ln_give(memory, made->name, made->name ? length : 0);
            ln_digest_free(made->digest);
        }
        ln_give(memory, made, sizeof *made);
        ln_unpack_free(unpack);
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    }
    memcpy(made->name, name, length);
    made->memory = memory;
    made->unpack = unpack;
    made->kept = true;
    *input = made;
    return LN_OK;
}

/* Puts the name before a message. */
static enum ln_status named(const char *name, enum ln_status status, const char *after, struct ln_error *error)
{
    char message[sizeof error->message];
    if (!error)
        return status;
    memcpy(message, error->message, sizeof message);
    return ln_fail(error, status, "%s: %s%s", name, message, after);
}

enum ln_status ln_input_open(struct ln_input **input, const char *path, struct ln_budget *budget,
                             struct ln_memory *memory, struct ln_error *error)
{
    struct ln_bytes bytes;
    enum ln_status status = ln_bytes_open(&bytes, path, budget, error);
    if (!status)
        status = open_with(input, path, bytes, memory, error);
    return status ? named(path, status, "", error) : LN_OK;
}

enum ln_status ln_input_open_bytes(struct ln_input **input, const char *name, const void *bytes, size_t length,
                                   struct ln_memory *memory, struct ln_error *error)
{
    struct ln_bytes borrowed;
    enum ln_status status;
    ln_bytes_borrow(&borrowed, bytes, length);
    status = open_with(input, name, borrowed, memory, error);
    return status ? named(name, status, "", error) : LN_OK;
}

void ln_input_close(struct ln_input *input)
{
    if (!input)
        return;
    ln_unpack_free(input->unpack);
    ln_vec_fini(&input->text, input->memory);
    ln_digest_free(input->digest);
    ln_give(input->memory, input->name, strlen(input->name) + 1);
    ln_give(input->memory, input, sizeof *input);
}

void ln_input_follow(struct ln_input *input)
{
    ln_unpack_follow(input->unpack);
}

uint64_t ln_input_number(const struct ln_input *input)
{
    return input->number;
}

const char *ln_input_name(const struct ln_input *input)
{
    return input->name;
}

/* The byte order mark is part of no line. It may come in pieces, so this is tried until a first line is given. */
static void skip_mark(struct ln_input *input)
{
    if (input->text.length >= 3 && memcmp(input->text.at, "\xef\xbb\xbf", 3) == 0)
        input->next = input->searched = 3;
}

void ln_input_rewind(struct ln_input *input)
{
    if (!input->kept)
        return;
    input->kept = false;
    input->next = input->searched = 0;
    input->number = 0;
}

static void digest_up_to(struct ln_input *input, size_t end)
{
    assert(end <= input->text.length && input->digested <= input->text.length);
    if (input->digested < end)
        ln_digest_add(input->digest, input->text.at + input->digested, end - input->digested);
    input->digested = end;
}

void ln_input_digest(struct ln_input *input, bool held, char text[LN_DIGEST_TEXT])
{
    digest_up_to(input, held ? input->line : input->next);
    ln_digest_take(input->digest, text);
}

static enum ln_status make_room(struct ln_input *input, struct ln_error *error)
{
    if (input->next && !input->kept) {
        digest_up_to(input, input->next);
        input->digested = 0;
        assert(input->next <= input->searched && input->searched <= input->text.length);
        memmove(input->text.at, input->text.at + input->next, input->text.length - input->next);
        input->text.length -= input->next;
        input->searched -= input->next;
        input->next = 0;
    }
    if (input->text.room - input->text.length >= LEAST_READ ||
        ln_vec_reserve(&input->text, input->memory, input->text.length + CHUNK))
        return LN_OK;
    return ln_fail(error, LN_NO_MEMORY, "%s: line %llu is longer than the memory limit allows", input->name,
                   (unsigned long long)input->number + 1);
}

static enum ln_status fill(struct ln_input *input, struct ln_error *error)
{
    enum ln_status status = make_room(input, error);
    char after[48] = "";
    size_t got;
    if (status)
        return status;
    status = ln_unpack_read(input->unpack, input->text.at + input->text.length, input->text.room - input->text.length,
                            &got, error);
    if (status) {
        if (ln_unpack_is_broken(input->unpack))
            snprintf(after, sizeof after, " after line %llu", (unsigned long long)input->number);
        return named(input->name, status, after, error);
    }
    input->text.length += got;
    input->ended = got == 0;
    return LN_OK;
}

bool ln_input_is_unended(const struct ln_input *input)
{
    return input->unended;
}

bool ln_input_is_torn(const struct ln_input *input)
{
    return input->torn;
}

static enum ln_status check_text(struct ln_input *input, struct ln_text *text, struct ln_error *error)
{
    struct ln_text line = *text;
    size_t good = ln_utf8_good(line.at, line.length);
    unsigned long long number = input->number, column = good + 1;
    input->torn = false;
    if (good == line.length)
        return LN_OK;
    if (input->unended && ln_utf8_is_part(line.at + good, line.length - good)) {
        input->torn = true;
        text->length = good;
        return LN_OK;
    }
    if (!line.at[good])
        return ln_fail(error, LN_BAD_INPUT, "%s:%llu:%llu: found a NUL byte, expected text", input->name, number,
                       column);
    return ln_fail(error, LN_BAD_INPUT, "%s:%llu:%llu: found byte 0x%02x, expected UTF-8", input->name, number, column,
                   (unsigned char)line.at[good]);
}

enum ln_status ln_input_line(struct ln_input *input, struct ln_text *line, bool *found, struct ln_error *error)
{
    const char *end = NULL;
    *found = false;
    for (;;) {
        enum ln_status status;
        if (input->number == 0 && input->next == 0)
            skip_mark(input);
        assert(input->next <= input->searched && input->searched <= input->text.length);
        if (input->searched < input->text.length)
            end = memchr(input->text.at + input->searched, '\n', input->text.length - input->searched);
        if (end || input->ended)
            break;
        input->searched = input->text.length;
        status = fill(input, error);
        if (status)
            return status;
    }
    if (!end && input->next == input->text.length)
        return LN_OK;
    line->at = input->text.at + input->next;
    line->length = (size_t)((end ? end : input->text.at + input->text.length) - line->at);
    input->line = input->next;
    input->next = input->searched = input->next + line->length + (end != NULL);
    if (line->length && line->at[line->length - 1] == '\r')
        line->length--;
    input->number++;
    input->unended = !end;
    *found = true;
    return check_text(input, line, error);
}
