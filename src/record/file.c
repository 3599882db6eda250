/* The sink that writes a file: native events as JSON Lines, in zstd frames that are complete by themselves.
 *
 * A frame is written by one system call and holds whole lines, so that the file is a history wherever it ends behind a
 * frame. A frame is written when it is large enough to be worth it, or a tenth of a second after its first line. */
#include "linnet/record.h"

#include "base/budget.h"
#include "history/public_value.h"
#include "record/values.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum { FRAME = 1 << 17, LEVEL = 1, LONGEST_NS = 100000000 };

struct file {
    linnet_sink sink; /* first */
    int to;
    struct ln_memory memory;
    struct ln_str text;
    ZSTD_CCtx *packer;
    char *packed;
    size_t room;
    uint64_t since; /* when the first line of `text` came */
};

static bool write_all(int to, const char *bytes, size_t length)
{
    while (length) {
        ssize_t written = write(to, bytes, length);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
    return true;
}

static linnet_status write_frame(struct file *file)
{
    size_t need = ZSTD_compressBound(file->text.length), packed;
    if (file->text.failed)
        return LINNET_STOPPED;
    assert(file->text.length && file->text.at[file->text.length - 1] == '\n');
    if (need > file->room) {
        char *more = realloc(file->packed, need);
        if (!more)
            return LINNET_STOPPED;
        file->packed = more;
        file->room = need;
    }
    packed = ZSTD_compressCCtx(file->packer, file->packed, file->room, file->text.at, file->text.length, LEVEL);
    if (ZSTD_isError(packed) || !write_all(file->to, file->packed, packed))
        return LINNET_INTERNAL;
    file->text.length = 0;
    return LINNET_OK;
}

static linnet_status flush(linnet_sink *sink)
{
    struct file *file = (struct file *)(void *)sink;
    if (!file->text.length || ln_now() - file->since < LONGEST_NS)
        return LINNET_OK;
    return write_frame(file);
}

/* ---- lines ---- */

static void write_call(struct ln_str *out, const linnet_event *event)
{
    ln_str_text(out, ",\"args\":[");
    for (size_t i = 0; i < event->count; i++) {
        if (i)
            ln_str_char(out, ',');
        ln_record_write(&event->values[i], out);
    }
    ln_str_char(out, ']');
}

/* A result that is not known is left out. */
static void write_result(struct ln_str *out, const linnet_value *result)
{
    if (result->kind == LINNET_KIND_FAILED || result->kind == LINNET_KIND_UNKNOWN)
        return;
    ln_str_text(out, ",\"result\":");
    ln_record_write(result, out);
}

static void write_line(struct ln_str *out, const linnet_event *event)
{
    bool failed = event->is_return && event->values[0].kind == LINNET_KIND_FAILED;
    ln_str_text(out, "{\"process\":");
    ln_str_int(out, event->process);
    ln_str_text(out, !event->is_return ? ",\"type\":\"invoke\",\"f\":"
                     : failed          ? ",\"type\":\"fail\",\"f\":"
                                       : ",\"type\":\"ok\",\"f\":");
    ln_write_json_string(out, event->f, strlen(event->f));
    if (event->is_return)
        write_result(out, &event->values[0]);
    else
        write_call(out, event);
    ln_str_text(out, "}\n");
}

/* ---- what no line can say ---- */

static const char *misfit_text(const char *text)
{
    linnet_value value = linnet_text(text);
    return ln_public_misfit(&value, LN_AS_ARGUMENT);
}

/* Why a value would not be read as it was recorded; NULL: all would be. */
static const char *misfit_values(const linnet_event *event)
{
    const char *why = NULL;
    for (size_t i = 0; i < event->count && !why; i++)
        why = ln_public_misfit(&event->values[i], event->is_return ? LN_AS_RESULT : LN_AS_ARGUMENT);
    return why;
}

/* Without the event what comes later may be no history, what came before it is one. A comment says why it ends, for who
 * looks into the file, and nothing will be flushed any more. */
static linnet_status end_before(struct file *file, const linnet_event *event, const char *name, const char *value)
{
    linnet_status status;
    assert(name || value);
    ln_str_format(&file->text, "# The recording ends here: process %u called ", event->process);
    if (name)
        ln_str_text(&file->text, "an operation");
    else
        ln_write_json_string(&file->text, event->f, strlen(event->f));
    ln_str_text(&file->text, name ? " whose name is " : event->is_return ? ", which returned " : " with ");
    ln_str_format(&file->text, "%s\n", name ? name : value);
    status = write_frame(file);
    return status ? status : LINNET_BAD_INPUT;
}

static linnet_status add(linnet_sink *sink, const linnet_event *event)
{
    struct file *file = (struct file *)(void *)sink;
    const char *name = misfit_text(event->f), *value = misfit_values(event);
    assert(!event->is_return || event->count == 1);
    if (name || value)
        return end_before(file, event, name, value);
    if (!file->text.length)
        file->since = ln_now();
    write_line(&file->text, event);
    return file->text.length < FRAME ? LINNET_OK : write_frame(file);
}

static linnet_status finish(linnet_sink *sink)
{
    struct file *file = (struct file *)(void *)sink;
    linnet_status status = file->text.length ? write_frame(file) : LINNET_OK;
    if (close(file->to) != 0)
        status = LINNET_INTERNAL;
    ZSTD_freeCCtx(file->packer);
    free(file->packed);
    ln_str_fini(&file->text);
    free(file);
    return status;
}

linnet_status linnet_file_sink(linnet_sink **sink, const char *path, const char *spec)
{
    struct file *file = NULL;
    *sink = NULL;
    if (spec && misfit_text(spec))
        return LINNET_USAGE;
    file = calloc(1, sizeof *file);
    if (!file)
        return LINNET_STOPPED;
    file->sink = (linnet_sink){ add, flush, finish };
    file->to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    file->packer = file->to >= 0 ? ZSTD_createCCtx() : NULL;
    if (!file->packer) {
        linnet_status status = file->to < 0 ? LINNET_USAGE : LINNET_STOPPED;
        if (file->to >= 0)
            close(file->to);
        free(file);
        return status;
    }
    ln_memory_init(&file->memory, UINT64_MAX);
    ln_str_init(&file->text, &file->memory);
    ln_str_text(&file->text, "{\"linnet\":1");
    if (spec) {
        ln_str_text(&file->text, ",\"spec\":");
        ln_write_json_string(&file->text, spec, strlen(spec));
    }
    ln_str_text(&file->text, "}\n");
    *sink = &file->sink;
    return write_frame(file);
}

/* ---- repair ---- */

static uint64_t complete(const char *bytes, size_t length)
{
    size_t at = 0;
    while (at < length) {
        size_t frame = ZSTD_findFrameCompressedSize(bytes + at, length - at);
        if (ZSTD_isError(frame))
            break;
        at += frame;
        assert(at <= length);
    }
    return at;
}

/* What begins otherwise was not recorded, or is unpacked: a frame that was cut short has at least begun. */
static bool is_recording(const char *bytes, size_t length)
{
    static const char magic[] = { '\x28', '\xb5', '\x2f', '\xfd' };
    return memcmp(bytes, magic, length < sizeof magic ? length : sizeof magic) == 0;
}

linnet_status linnet_file_repair(const char *path, uint64_t *lost)
{
    int file = open(path, O_RDWR | O_CLOEXEC);
    linnet_status status = LINNET_USAGE;
    struct stat about;
    char *bytes = NULL;
    size_t got = 0;
    if (file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode))
        bytes = malloc((size_t)about.st_size + 1);
    while (bytes && got < (size_t)about.st_size) {
        ssize_t more = read(file, bytes + got, (size_t)about.st_size - got);
        if (more <= 0)
            break;
        got += (size_t)more;
    }
    if (bytes && got == (size_t)about.st_size && !is_recording(bytes, got)) {
        status = LINNET_BAD_INPUT;
    } else if (bytes && got == (size_t)about.st_size) {
        uint64_t whole = complete(bytes, got);
        if (lost)
            *lost = got - whole;
        status = whole == got || ftruncate(file, (off_t)whole) == 0 ? LINNET_OK : LINNET_INTERNAL;
    }
    free(bytes);
    if (file >= 0)
        close(file);
    return status;
}
