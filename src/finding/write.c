/* Writing a finding to a file. */
#include "base/hash.h"
#include "base/outfile.h"
#include "finding/file.h"
#include "format/section.h"
#include "format/writer.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>

static bool put_to_digest(void *self, const char *bytes, size_t length)
{
    ln_digest_add(self, bytes, length);
    return true;
}

static bool put_to_file(void *self, const char *bytes, size_t length)
{
    return fwrite(bytes, 1, length, self) == length;
}

static enum ln_status write_history(const struct ln_finding *finding,
                                    bool (*put)(void *self, const char *bytes, size_t length), void *self,
                                    struct ln_error *error)
{
    struct ln_file_writer_options how = { .format = "native-operations", .put = put, .self = self };
    struct ln_file_writer writer;
    enum ln_status status = ln_file_writer_init(&writer, &how, finding->memory, error);
    if (!status)
        status = ln_file_writer_add(&writer, finding->history, finding->spec.length ? finding->spec.at : NULL, error);
    ln_file_writer_fini(&writer);
    return status;
}

/* The history is written twice, so that its digest can stand before it. */
static enum ln_status digest_history(const struct ln_finding *finding, char text[LN_DIGEST_TEXT],
                                     struct ln_error *error)
{
    struct ln_digest *digest = ln_digest_new(finding->memory);
    enum ln_status status;
    if (!digest)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    status = write_history(finding, put_to_digest, digest, error);
    ln_digest_take(digest, text);
    ln_digest_free(digest);
    return status;
}

static void write_threads(const struct ln_finding *finding, struct ln_facts *facts)
{
    ln_facts_text(facts, "linnet", ln_section_name(LN_SECTION_STEPS));
    ln_facts_list(facts, "threads");
    for (size_t i = 0; i < finding->threads.length; i++)
        ln_facts_text(facts, NULL, finding->threads.at[i]);
    ln_facts_end(facts);
}

static void write_row(const struct ln_row *row, struct ln_facts *facts)
{
    ln_facts_number(facts, "thread", row->thread);
    ln_facts_text(facts, "kind", ln_row_kind_name(row->kind));
    if (row->place)
        ln_facts_text(facts, "place", row->place);
    ln_facts_text(facts, "text", row->text);
    if (row->preempts)
        ln_facts_truth(facts, "preempts", true);
    if (row->irrelevant)
        ln_facts_truth(facts, "irrelevant", true);
}

static void write_steps(const struct ln_finding *finding, struct ln_str *out)
{
    if (!finding->rows.length)
        return;
    assert(finding->threads.length);
    for (size_t i = 0; i <= finding->rows.length; i++) {
        struct ln_facts facts;
        ln_facts_init(&facts, out->memory);
        if (i == 0)
            write_threads(finding, &facts);
        else
            write_row(&finding->rows.at[i - 1], &facts);
        ln_facts_json(&facts, out);
        ln_facts_fini(&facts);
    }
}

static void write_header(enum ln_section section, FILE *to)
{
    fprintf(to, "{\"linnet\":\"%s\"}\n", ln_section_name(section));
}

static void write_section(enum ln_section section, const struct ln_str *lines, FILE *to)
{
    if (!lines->length)
        return;
    write_header(section, to);
    fwrite(lines->at, 1, lines->length, to);
}

static void write_first_line(const struct ln_finding *finding, const char *digest, struct ln_str *out)
{
    struct ln_facts facts;
    ln_facts_init(&facts, finding->memory);
    ln_finding_say(finding, digest, true, &facts);
    ln_facts_json(&facts, out);
    ln_facts_fini(&facts);
}

enum ln_status ln_finding_write(const struct ln_finding *finding, FILE *to, struct ln_error *error)
{
    char digest[LN_DIGEST_TEXT];
    bool piece = finding->history && finding->is_piece, whole = finding->history && !piece;
    struct ln_str text;
    enum ln_status status = whole ? digest_history(finding, digest, error) : LN_OK;
    if (status)
        return status;
    ln_str_init(&text, finding->memory);
    write_first_line(finding, whole ? digest : NULL, &text);
    fputs(ln_str_borrow(&text), to);
    if (piece)
        write_header(LN_SECTION_PIECE, to);
    if (finding->history)
        status = write_history(finding, put_to_file, to, error);
    if (text.failed)
        status = ln_fail(error, LN_NO_MEMORY, "out of memory");
    ln_str_clear(&text);
    write_steps(finding, &text);
    fputs(ln_str_borrow(&text), to);
    write_section(LN_SECTION_SCHEDULE, &finding->schedule, to);
    write_section(LN_SECTION_SERIAL, &finding->serial, to);
    if (!status && (text.failed || finding->schedule.failed || finding->serial.failed))
        status = ln_fail(error, LN_NO_MEMORY, "out of memory");
    ln_str_fini(&text);
    return status;
}

enum ln_status ln_finding_save(const struct ln_finding *finding, const char *path, struct ln_error *error)
{
    struct ln_outfile file;
    enum ln_status status = ln_outfile_open(&file, path, error);
    if (status)
        return status;
    status = ln_finding_write(finding, file.to, error);
    if (!status)
        return ln_outfile_close(&file, error);
    ln_outfile_drop(&file);
    return status;
}

void ln_finding_free_name(const char *name, char path[LN_SAVED_PATH])
{
    char plain[500];
    struct stat there; /* also a link that leads nowhere: whoever writes to it makes a file elsewhere */
    snprintf(plain, sizeof plain, "%s", name);
    for (char *c = plain; *c; c++)
        if (*c == '/' || (unsigned char)*c <= ' ')
            *c = '-';
    snprintf(path, LN_SAVED_PATH, "linnet-%s.finding", plain);
    for (unsigned next = 2; lstat(path, &there) == 0; next++)
        snprintf(path, LN_SAVED_PATH, "linnet-%s-%u.finding", plain, next);
}
