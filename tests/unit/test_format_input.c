/* Bytes to lines: packed data, ends of lines, text that is none, and very long lines. */
#include "test_format_support.h"

#include "base/utf8.h"

#include <zlib.h>
#include <zstd.h>

#define FIRST "{\"process\":1,\"f\":\"put\",\"args\":[1],\"call\":1,\"return\":5}\n"
#define SECOND "{\"process\":2,\"f\":\"put\",\"args\":[2],\"call\":2,\"return\":6}\n"
#define READ "begin -\nhistory\n1: put(1) -> ? @0-2\n2: put(2) -> ? @1-3\n"

enum { ROOM = 1 << 12 };

static size_t gzip(const void *text, size_t length, unsigned char *out, size_t room)
{
    z_stream stream = { 0 };
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = (unsigned char *)(uintptr_t)text;
    stream.avail_in = (uInt)length;
    stream.next_out = out;
    stream.avail_out = (uInt)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    assert_int_equal(deflateEnd(&stream), Z_OK);
    return room - stream.avail_out;
}

static size_t zstd(const void *text, size_t length, unsigned char *out, size_t room)
{
    size_t size = ZSTD_compress(out, room, text, length, 3);
    assert_false(ZSTD_isError(size));
    return size;
}

/* ---- text ---- */

static void ends_of_lines(void **state)
{
    (void)state;
    expect(NULL, FIRST SECOND, READ);
    expect(NULL, "\xef\xbb\xbf" FIRST SECOND, READ);
    expect(NULL,
           "{\"process\":1,\"f\":\"put\",\"args\":[1],\"call\":1,\"return\":5}\r\n\r\n"
           "{\"process\":2,\"f\":\"put\",\"args\":[2],\"call\":2,\"return\":6}",
           READ);
    expect("limo", "[1] call pop\r\n[1] return empty\r\n", "begin -\nhistory\n1: pop() -> null @0-1\n");
    expect_refused("native", FIRST "\xef\xbb\xbf" SECOND, "t:2:1: found `\\ufeff`, expected an object");
}

static void text_that_is_none(void **state)
{
    (void)state;
    expect_bytes_refused("native", FIRST "# a\0b\n", sizeof FIRST + 5, "t:2:4: found a NUL byte, expected text");
    expect_bytes_refused(NULL, "\0", 1, "t:1:1: found a NUL byte, expected text");
    expect_refused("native", FIRST "# \xc3\xa9 \xff\n", "t:2:6: found byte 0xff, expected UTF-8");
    expect_refused("native", "\n{\"process\":\"\xc3\"}", "t:2:13: found byte 0xc3, expected UTF-8");
}

/* Byte strings are judged alike by the fast way and, a byte later, by the slow one. */
static void utf8(void **state)
{
    /* clang-format off */
    static const struct { const char *text; size_t good; } cases[] = {
        { "", 0 }, { "abc", 3 }, { "\xc3\xa9", 2 }, { "\xe2\x82\xac", 3 }, { "\xf0\x9f\x98\x80", 4 },
        { "\xc0\x80", 0 }, { "\xc1\xbf", 0 }, { "\xe0\x9f\xbf", 0 }, { "\xe0\xa0\x80", 3 }, { "\xed\x9f\xbf", 3 },
        { "\xed\xa0\x80", 0 }, { "\xf0\x8f\xbf\xbf", 0 }, { "\xf0\x90\x80\x80", 4 }, { "\xf4\x8f\xbf\xbf", 4 },
        { "\xf4\x90\x80\x80", 0 }, { "\xf5\x80\x80\x80", 0 }, { "\x80", 0 }, { "\xe2\x82", 0 }, { "a\xe2\x82z", 1 },
        { "\xf0\x9f\x98", 0 }, { "\x7f", 1 },
    };
    /* clang-format on */
    char text[128];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length = strlen(cases[i].text);
        for (size_t before = 0; before < 70; before++) {
            memset(text, 'x', sizeof text);
            memcpy(text + before, cases[i].text, length);
            assert_int_equal(ln_utf8_good(text, before + length), before + cases[i].good);
            if (cases[i].good == length)
                assert_int_equal(ln_utf8_good(text, before + length + 40), before + length + 40);
            text[before] = '\0';
            assert_int_equal(ln_utf8_good(text, before + 1), before);
        }
    }
}

/* ---- packed data ---- */

static void packed(void **state)
{
    unsigned char data[ROOM];
    size_t size;
    (void)state;
    expect_bytes(NULL, data, gzip(FIRST SECOND, strlen(FIRST SECOND), data, ROOM), READ);
    size = gzip(FIRST, strlen(FIRST), data, ROOM);
    size += gzip(SECOND, strlen(SECOND), data + size, ROOM - size);
    expect_bytes(NULL, data, size, READ);
    expect_bytes(NULL, data, zstd(FIRST SECOND, strlen(FIRST SECOND), data, ROOM), READ);
    memcpy(data, "\x50\x2a\x4d\x18\x03\x00\x00\x00xyz", 11); /* a frame to skip */
    size = 11 + zstd(FIRST, strlen(FIRST), data + 11, ROOM - 11);
    size += zstd(SECOND, strlen(SECOND), data + size, ROOM - size);
    expect_bytes(NULL, data, size, READ);
    expect_bytes(NULL, data, gzip("", 0, data, ROOM), "history\n");
    expect_bytes(NULL, data, zstd("", 0, data, ROOM), "history\n");
}

static void never_a_clean_end(const unsigned char *data, size_t size, const char *what)
{
    for (size_t cut = 1; cut < size; cut++) {
        struct ln_memory memory;
        struct outcome outcome = { 0 };
        char expected[80];
        ln_memory_init(&memory, UINT64_MAX);
        read_all(&outcome, NULL, data, cut, &memory);
        assert_int_equal(outcome.status, LN_BAD_INPUT);
        if (cut < 4)
            continue;
        snprintf(expected, sizeof expected, "t: truncated %s data after line ", what);
        assert_int_equal(strncmp(outcome.error.message, expected, strlen(expected)), 0);
    }
}

static void truncated(void **state)
{
    unsigned char data[ROOM];
    size_t size;
    (void)state;
    never_a_clean_end(data, gzip(FIRST SECOND, strlen(FIRST SECOND), data, ROOM), "gzip");
    never_a_clean_end(data, zstd(FIRST SECOND, strlen(FIRST SECOND), data, ROOM), "zstd");
    size = gzip(FIRST SECOND, strlen(FIRST SECOND), data, ROOM);
    expect_bytes_refused(NULL, data, size - 1, "t: truncated gzip data after line 2");
    expect_bytes_refused(NULL, data, 12, "t: truncated gzip data after line 0");
    size = zstd(FIRST SECOND, strlen(FIRST SECOND), data, ROOM);
    expect_bytes_refused(NULL, data, size - 1, "t: truncated zstd data after line 0");
}

/* Whatever byte is changed, the answer is an error or the same text: never a crash, never another history. */
static void corrupt(const unsigned char *data, size_t size)
{
    for (size_t at = 0; at < size * 8; at++) {
        unsigned char copy[ROOM];
        struct ln_memory memory, own;
        struct ln_str told;
        struct outcome outcome = { .told = &told };
        memcpy(copy, data, size);
        copy[at / 8] ^= (unsigned char)(1 << at % 8);
        ln_memory_init(&memory, UINT64_C(1) << 28);
        ln_memory_init(&own, UINT64_MAX);
        ln_str_init(&told, &own);
        read_all(&outcome, NULL, copy, size, &memory);
        if (outcome.status == LN_OK)
            assert_string_equal(ln_str_borrow(&told), READ);
        else
            assert_true(outcome.status == LN_BAD_INPUT || outcome.status == LN_NO_MEMORY);
        ln_str_fini(&told);
    }
}

static void corrupted(void **state)
{
    unsigned char data[ROOM];
    size_t size = gzip(FIRST SECOND, strlen(FIRST SECOND), data, ROOM);
    (void)state;
    corrupt(data, size);
    data[size - 6] ^= 1;
    expect_bytes_refused(NULL, data, size, "t: corrupt gzip data after line 2");
    size = gzip(FIRST SECOND, strlen(FIRST SECOND), data, ROOM);
    memcpy(data + size, "more", 4);
    expect_bytes_refused(NULL, data, size + 4, "t: corrupt gzip data after line 2");
}

static void corrupted_zstd(void **state)
{
    unsigned char data[ROOM];
    ZSTD_CCtx *packer = ZSTD_createCCtx();
    size_t size;
    (void)state;
    assert_non_null(packer);
    assert_false(ZSTD_isError(ZSTD_CCtx_setParameter(packer, ZSTD_c_checksumFlag, 1)));
    size = ZSTD_compress2(packer, data, ROOM, FIRST SECOND, strlen(FIRST SECOND));
    assert_false(ZSTD_isError(size));
    corrupt(data, size);
    memcpy(data + size, "more", 4);
    expect_bytes_refused(NULL, data, size + 4, "t: corrupt zstd data after line 2");
    ZSTD_freeCCtx(packer);
}

static void memory_while_unpacking(void **state)
{
    unsigned char data[ROOM];
    (void)state;
    fail_every_allocation(NULL, data, gzip(FIRST SECOND, strlen(FIRST SECOND), data, ROOM));
    fail_every_allocation(NULL, data, zstd(FIRST SECOND, strlen(FIRST SECOND), data, ROOM));
}

/* ---- long ---- */

static void a_line_of_100_megabytes(void **state)
{
    static const char head[] = "{\"process\":1,\"f\":\"put\",\"args\":[\"", tail[] = "\"],\"call\":1,\"return\":5}\n";
    size_t middle = 100 * 1000 * 1000, length = 2 * (strlen(head) + strlen(tail)) + middle + 2;
    char *text = malloc(length), *at = text;
    struct ln_memory memory;
    struct outcome outcome = { 0 };
    (void)state;
    assert_non_null(text);
    at = stpcpy(at, head);
    at = stpcpy(at, "2");
    at = stpcpy(at, tail);
    at = stpcpy(at, head);
    memset(at, 'x', middle);
    memcpy(at + middle, tail, strlen(tail));
    length = (size_t)(at - text) + middle + strlen(tail);
    text[(size_t)(at - text) - strlen(head) + 11] = '3'; /* another process */
    ln_memory_init(&memory, UINT64_MAX);
    read_all(&outcome, NULL, text, length, &memory);
    assert_string_equal(outcome.error.message, "");
    assert_int_equal(outcome.status, LN_OK);
    ln_memory_init(&memory, 64 << 20);
    read_all(&outcome, NULL, text, length, &memory);
    assert_int_equal(outcome.status, LN_NO_MEMORY);
    assert_string_equal(outcome.error.message, "t: line 2 is longer than the memory limit allows");
    free(text);
}

static void many_lines_across_reads(void **state)
{
    enum { LINES = 20000 };
    char *text = malloc(LINES * 80), *at = text;
    struct ln_memory memory;
    struct ln_history history;
    struct ln_reader *reader;
    bool found;
    (void)state;
    assert_non_null(text);
    for (int i = 0; i < LINES; i++)
        at += sprintf(at, "{\"process\":%d,\"f\":\"put\",\"args\":[%d],\"call\":%d,\"return\":%d}\n", i % 7, i, 2 * i,
                      2 * i + 1);
    ln_memory_init(&memory, UINT64_MAX);
    assert_int_equal(ln_reader_open_bytes(&reader, "t", text, (size_t)(at - text), NULL, &memory, NULL), LN_OK);
    assert_int_equal(ln_reader_next(reader, &history, &found, NULL), LN_OK);
    assert_int_equal(history.operations.length, LINES);
    for (uint32_t i = 0; i < LINES; i++) {
        assert_int_equal(ln_value_int(&history.values, history.args.at[i]), i);
        assert_int_equal(history.operations.at[i].line, i + 1);
    }
    ln_history_fini(&history);
    ln_reader_close(reader);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_of_lines),
        cmocka_unit_test(text_that_is_none),
        cmocka_unit_test(utf8),
        cmocka_unit_test(packed),
        cmocka_unit_test(truncated),
        cmocka_unit_test(corrupted),
        cmocka_unit_test(corrupted_zstd),
        cmocka_unit_test(memory_while_unpacking),
        cmocka_unit_test(a_line_of_100_megabytes),
        cmocka_unit_test(many_lines_across_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
