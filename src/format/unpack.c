/* Unpacking of gzip (zlib) and zstd, recognised by their first bytes.
 *
 * Several members or frames in a row are one text. Data that stops in the middle is an error, never an end. What the
 * two libraries allocate is counted like everything else; for zstd that takes its "advanced" constructor, which has
 * not changed since 1.0 though it is declared for static linking. */
#define ZSTD_STATIC_LINKING_ONLY
#include "format/unpack.h"

#include <assert.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

enum { MAGIC = 4, PACKED_CHUNK = 1 << 16, LARGEST_STEP = 1 << 30, SIZE_ROOM = 16, GZIP_ONLY = 15 + 16 };

enum packing { UNDECIDED, PLAIN, GZIP, ZSTD };

struct ln_unpack {
    struct ln_memory *memory;
    struct ln_bytes bytes;
    enum packing packing;
    bool broken;  /* the packed data is at fault */
    bool ended;   /* no bytes are left */
    bool between; /* at the end of a member or frame */
    unsigned char *packed;
    size_t next, end; /* what of `packed` is not used yet */
    z_stream gzip;
    ZSTD_DCtx *zstd;
};

/* ---- memory of the two libraries: each block remembers its size ---- */

static void *take_sized(void *memory, size_t bytes)
{
    char *block = bytes <= SIZE_MAX - SIZE_ROOM ? ln_take(memory, bytes + SIZE_ROOM) : NULL;
    if (!block)
        return NULL;
    memcpy(block, &bytes, sizeof bytes);
    return block + SIZE_ROOM;
}

static void give_sized(void *memory, void *block)
{
    size_t bytes;
    if (!block)
        return;
    memcpy(&bytes, (char *)block - SIZE_ROOM, sizeof bytes);
    ln_give(memory, (char *)block - SIZE_ROOM, bytes + SIZE_ROOM);
}

static void *take_for_gzip(void *memory, unsigned items, unsigned size)
{
    return take_sized(memory, (size_t)items * size);
}

/* ---- opening ---- */

enum ln_status ln_unpack_new(struct ln_unpack **unpack, struct ln_bytes bytes, struct ln_memory *memory,
                             struct ln_error *error)
{
    *unpack = ln_take_zeroed(memory, sizeof **unpack);
    if (!*unpack) {
        ln_bytes_close(&bytes);
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    }
    (*unpack)->memory = memory;
    (*unpack)->bytes = bytes;
    (*unpack)->between = true;
    return LN_OK;
}

void ln_unpack_free(struct ln_unpack *unpack)
{
    if (!unpack)
        return;
    if (unpack->packing == GZIP)
        inflateEnd(&unpack->gzip);
    ZSTD_freeDCtx(unpack->zstd);
    ln_give(unpack->memory, unpack->packed, PACKED_CHUNK);
    ln_bytes_close(&unpack->bytes);
    ln_give(unpack->memory, unpack, sizeof *unpack);
}

void ln_unpack_follow(struct ln_unpack *unpack)
{
    ln_bytes_follow(&unpack->bytes);
}

bool ln_unpack_is_broken(const struct ln_unpack *unpack)
{
    return unpack->broken;
}

static enum packing packing_of(const unsigned char *start, size_t length)
{
    if (length >= 2 && start[0] == 0x1f && start[1] == 0x8b)
        return GZIP;
    if (length < MAGIC)
        return PLAIN;
    if (memcmp(start, "\x28\xb5\x2f\xfd", MAGIC) == 0)
        return ZSTD;
    /* A frame to be skipped, which some packers write first. */
    return (start[0] & 0xf0) == 0x50 && memcmp(start + 1, "\x2a\x4d\x18", MAGIC - 1) == 0 ? ZSTD : PLAIN;
}

static enum ln_status start_unpacking(struct ln_unpack *unpack, struct ln_error *error)
{
    ZSTD_customMem counted = { take_sized, give_sized, unpack->memory };
    bool started = true;
    unpack->packing = packing_of(unpack->packed, unpack->end);
    if (unpack->packing == GZIP) {
        unpack->gzip = (z_stream){ .zalloc = take_for_gzip, .zfree = give_sized, .opaque = unpack->memory };
        started = inflateInit2(&unpack->gzip, GZIP_ONLY) == Z_OK;
    } else if (unpack->packing == ZSTD) {
        unpack->zstd = ZSTD_createDCtx_advanced(counted);
        /* The count of memory limits the window, so zstd's own default need not. */
        started = unpack->zstd &&
                  !ZSTD_isError(ZSTD_DCtx_setParameter(unpack->zstd, ZSTD_d_windowLogMax, ZSTD_WINDOWLOG_MAX));
    }
    return started ? LN_OK : ln_fail(error, LN_NO_MEMORY, "out of memory");
}

/* Reads until the first bytes tell what the data is. */
static enum ln_status decide(struct ln_unpack *unpack, struct ln_error *error)
{
    assert(unpack->packing == UNDECIDED && !unpack->end);
    unpack->packed = ln_take(unpack->memory, PACKED_CHUNK);
    if (!unpack->packed)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    while (unpack->end < MAGIC && !unpack->ended) {
        size_t got;
        enum ln_status status = ln_bytes_read(&unpack->bytes, unpack->packed + unpack->end, PACKED_CHUNK - unpack->end,
                                              &got, error);
        if (status)
            return status;
        unpack->end += got;
        unpack->ended = got == 0;
    }
    return start_unpacking(unpack, error);
}

/* ---- reading ---- */

static enum ln_status broken(struct ln_unpack *unpack, const char *what, struct ln_error *error)
{
    unpack->broken = true;
    return ln_fail(error, LN_BAD_INPUT, "%s %s data", what, unpack->packing == GZIP ? "gzip" : "zstd");
}

static enum ln_status read_plain(struct ln_unpack *unpack, void *to, size_t room, size_t *got, struct ln_error *error)
{
    size_t left = unpack->end - unpack->next;
    assert(unpack->next <= unpack->end && unpack->end <= PACKED_CHUNK);
    if (!left)
        return ln_bytes_read(&unpack->bytes, to, room, got, error);
    *got = left < room ? left : room;
    memcpy(to, unpack->packed + unpack->next, *got);
    unpack->next += *got;
    return LN_OK;
}

static enum ln_status refill(struct ln_unpack *unpack, struct ln_error *error)
{
    enum ln_status status;
    assert(unpack->packing == GZIP || unpack->packing == ZSTD);
    if (unpack->next < unpack->end || unpack->ended)
        return LN_OK;
    unpack->next = 0;
    status = ln_bytes_read(&unpack->bytes, unpack->packed, PACKED_CHUNK, &unpack->end, error);
    unpack->ended = unpack->end == 0;
    return status;
}

static enum ln_status step_gzip(struct ln_unpack *unpack, void *to, size_t room, size_t *got, struct ln_error *error)
{
    z_stream *gzip = &unpack->gzip;
    size_t most = room < LARGEST_STEP ? room : LARGEST_STEP;
    int result;
    if (unpack->between && inflateReset(gzip) != Z_OK)
        return ln_fail(error, LN_INTERNAL, "zlib cannot start anew");
    gzip->next_in = unpack->packed + unpack->next;
    gzip->avail_in = (uInt)(unpack->end - unpack->next);
    gzip->next_out = to;
    gzip->avail_out = (uInt)most;
    result = inflate(gzip, Z_NO_FLUSH);
    assert(gzip->avail_in <= unpack->end - unpack->next && gzip->avail_out <= most);
    unpack->next = unpack->end - gzip->avail_in;
    *got = most - gzip->avail_out;
    unpack->between = result == Z_STREAM_END;
    if (*got || result == Z_OK || result == Z_STREAM_END)
        return LN_OK; /* an error that comes with output comes again without */
    if (result == Z_MEM_ERROR)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    if (result != Z_BUF_ERROR)
        return broken(unpack, "corrupt", error);
    return unpack->ended ? broken(unpack, "truncated", error) : LN_OK;
}

static enum ln_status step_zstd(struct ln_unpack *unpack, void *to, size_t room, size_t *got, struct ln_error *error)
{
    ZSTD_inBuffer in = { unpack->packed, unpack->end, unpack->next };
    ZSTD_outBuffer out = { to, room, 0 };
    size_t result = ZSTD_decompressStream(unpack->zstd, &out, &in);
    if (ZSTD_isError(result)) {
        if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation)
            return ln_fail(error, LN_NO_MEMORY, "out of memory");
        return broken(unpack, "corrupt", error);
    }
    assert(in.pos <= unpack->end && out.pos <= room);
    unpack->next = in.pos;
    unpack->between = result == 0;
    *got = out.pos;
    return !*got && result && unpack->ended ? broken(unpack, "truncated", error) : LN_OK;
}

enum ln_status ln_unpack_read(struct ln_unpack *unpack, void *to, size_t room, size_t *got, struct ln_error *error)
{
    enum ln_status status = unpack->packing == UNDECIDED ? decide(unpack, error) : LN_OK;
    *got = 0;
    if (!status && unpack->packing == PLAIN)
        return read_plain(unpack, to, room, got, error);
    while (!status && !*got) {
        status = refill(unpack, error);
        if (status || (unpack->ended && unpack->between && unpack->next == unpack->end))
            break;
        status = unpack->packing == GZIP ? step_gzip(unpack, to, room, got, error)
                                         : step_zstd(unpack, to, room, got, error);
    }
    return status;
}
