#include "cli/schedule_file.h"

#include "base/outfile.h"

#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char header[] = "linnet schedule 1\n";

void schedule_file_init(struct schedule_file *file, struct ln_memory *memory)
{
    memset(file, 0, sizeof *file);
    file->memory = memory;
}

void schedule_file_fini(struct schedule_file *file)
{
    ln_vec_fini(&file->choices, file->memory);
    ln_vec_fini(&file->shared, file->memory);
}

/* ---- what the program is ---- */

static enum ln_status read_all(const char *path, struct ln_str *out, struct ln_error *error)
{
    FILE *file = fopen(path, "rb");
    char piece[4096];
    size_t length;
    if (!file)
        return ln_fail(error, LN_BAD_INPUT, "%s: %s", path, strerror(errno));
    while ((length = fread(piece, 1, sizeof piece, file)) > 0)
        ln_str_add(out, piece, length);
    if (ferror(file) | fclose(file))
        return ln_fail(error, LN_BAD_INPUT, "%s: it cannot be read", path);
    return out->failed ? ln_fail(error, LN_NO_MEMORY, "out of memory") : LN_OK;
}

/* Of the machine code alone: it does not matter where it was compiled, and comments may change. */
static void digest_code(struct ln_digest *digest, const struct ln_str *object)
{
    const Elf64_Ehdr *elf = (const Elf64_Ehdr *)(const void *)object->at;
    if (object->length < sizeof *elf || elf->e_phoff > object->length ||
        (object->length - elf->e_phoff) / sizeof(Elf64_Phdr) < elf->e_phnum)
        return;
    for (unsigned i = 0; i < elf->e_phnum; i++) {
        const Elf64_Phdr *segment = (const Elf64_Phdr *)(const void *)(object->at + elf->e_phoff) + i;
        if (segment->p_type == PT_LOAD && segment->p_flags & PF_X && segment->p_offset <= object->length &&
            segment->p_filesz <= object->length - segment->p_offset)
            ln_digest_add(digest, object->at + segment->p_offset, segment->p_filesz);
    }
}

static enum ln_status digest_file(struct schedule_file *file, struct ln_digest *digest, const char *path, bool is_code,
                                  char text[LN_DIGEST_TEXT], struct ln_error *error)
{
    struct ln_str bytes;
    enum ln_status status;
    ln_str_init(&bytes, file->memory);
    status = read_all(path, &bytes, error);
    if (!status && is_code)
        digest_code(digest, &bytes);
    else if (!status)
        ln_digest_add(digest, ln_str_borrow(&bytes), bytes.length);
    ln_digest_take(digest, text);
    ln_str_fini(&bytes);
    return status;
}

enum ln_status schedule_file_describe(struct schedule_file *file, const struct ln_sources *sources,
                                      const char *object, struct ln_error *error)
{
    struct ln_digest *digest = ln_digest_new(file->memory);
    enum ln_status status = LN_OK;
    if (!digest)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    file->file_count = file->flag_count = 0;
    if (sources->file_count > SCHEDULE_WORDS || sources->flag_count > SCHEDULE_WORDS)
        status = ln_fail(error, LN_USAGE, "a schedule can be of %d files and flags at most", SCHEDULE_WORDS);
    for (size_t i = 0; i < sources->file_count && !status; i++) {
        snprintf(file->files[i], SCHEDULE_TEXT, "%s", sources->files[i]);
        status = digest_file(file, digest, sources->files[i], false, file->digests[i], error);
        file->file_count++;
    }
    for (size_t i = 0; i < sources->flag_count && !status; i++)
        snprintf(file->flags[file->flag_count++], SCHEDULE_TEXT, "%s", sources->flags[i]);
    snprintf(file->compiler, sizeof file->compiler, "%s", sources->compiler ? sources->compiler : "");
    if (!status)
        status = digest_file(file, digest, object, true, file->program, error);
    ln_digest_free(digest);
    return status;
}

/* ---- writing ---- */

static void write_text(FILE *to, const char *word, const char *text)
{
    if (text[0])
        fprintf(to, "%s %s\n", word, text);
}

enum ln_status schedule_file_write(const struct schedule_file *file, const char *path, struct ln_error *error)
{
    const struct ln_run_how *how = &file->how;
    struct ln_outfile out;
    FILE *to;
    enum ln_status status = ln_outfile_open(&out, path, error);
    if (status)
        return status;
    to = out.to;
    fputs(header, to);
    fprintf(to, "program %s\n", file->program);
    for (unsigned i = 0; i < file->file_count; i++)
        fprintf(to, "file %s %s\n", file->digests[i], file->files[i]);
    for (unsigned i = 0; i < file->flag_count; i++)
        fprintf(to, "flag %s\n", file->flags[i]);
    write_text(to, "compiler", file->compiler);
    write_text(to, "test", file->test);
    write_text(to, "init", file->initial);
    write_text(to, "final", file->final);
    fprintf(to, "failure %d %d %016" PRIx64 "%016" PRIx64 "\n", (int)file->failure, file->serial, file->hash[0],
            file->hash[1]);
    fprintf(to, "how %d %d %u %u %u %u %" PRIu64 "\n", (int)how->strategy, (int)how->reuse, how->bound, how->switches,
            how->reuses, how->failures, how->seed);
    for (size_t i = 0; i < file->shared.length; i++)
        fprintf(to, "shared %d %" PRIu32 " %" PRIu32 "\n", file->shared.at[i].is_global, file->shared.at[i].from,
                file->shared.at[i].count);
    for (size_t i = 0; i < file->choices.length; i++)
        fprintf(to, "choice %" PRIu32 " %d %d %d\n", file->choices.at[i].step, file->choices.at[i].kind,
                file->choices.at[i].chosen, file->choices.at[i].by);
    return ln_outfile_close(&out, error);
}

/* ---- reading ---- */

static bool read_how(struct ln_run_how *how, const char *text)
{
    int strategy, reuse;
    if (sscanf(text, "%d %d %u %u %u %u %" SCNu64, &strategy, &reuse, &how->bound, &how->switches, &how->reuses,
               &how->failures, &how->seed) != 7 || strategy < LN_SERIAL || strategy > LN_RANDOM || reuse < LN_REUSE_LIFO ||
        reuse > LN_REUSE_NEVER)
        return false;
    how->strategy = (enum ln_strategy)strategy;
    how->reuse = (enum ln_reuse)reuse;
    return true;
}

static bool read_failure(struct schedule_file *file, const char *text)
{
    int failure, serial;
    if (sscanf(text, "%d %d %16" SCNx64 "%16" SCNx64, &failure, &serial, &file->hash[0], &file->hash[1]) != 4 ||
        failure <= LN_FAILURE_NONE || failure > LN_FAILURE_DIVERGES)
        return false;
    file->failure = (enum ln_failure)failure;
    file->serial = serial;
    return true;
}

static bool read_choice(struct schedule_file *file, const char *text)
{
    struct ln_choice choice = { .rest = 0 };
    unsigned kind, chosen, by;
    if (sscanf(text, "%" SCNu32 " %u %u %u", &choice.step, &kind, &chosen, &by) != 4 || kind > LN_CHOOSE_NUMBER ||
        chosen > 31 || by > LN_RUN_THREADS || file->choices.length == LN_CHOICES)
        return false;
    choice.kind = (uint8_t)kind;
    choice.chosen = (uint8_t)chosen;
    choice.by = (uint8_t)by;
    return ln_vec_push(&file->choices, file->memory, choice);
}

static bool read_shared(struct schedule_file *file, const char *text)
{
    struct ln_shared_run run;
    int is_global;
    if (sscanf(text, "%d %" SCNu32 " %" SCNu32, &is_global, &run.from, &run.count) != 3)
        return false;
    run.is_global = is_global;
    return ln_vec_push(&file->shared, file->memory, run);
}

static bool keep(char to[SCHEDULE_TEXT], const char *text)
{
    snprintf(to, SCHEDULE_TEXT, "%s", text);
    return strlen(text) < SCHEDULE_TEXT;
}

static bool read_file(struct schedule_file *file, const char *text)
{
    unsigned at = file->file_count++;
    if (at == SCHEDULE_WORDS || strlen(text) < LN_DIGEST_TEXT + 1)
        return false;
    memcpy(file->digests[at], text, LN_DIGEST_TEXT - 1);
    return keep(file->files[at], text + LN_DIGEST_TEXT);
}

static bool read_line(struct schedule_file *file, const char *word, const char *text)
{
    if (strcmp(word, "program") == 0 && strlen(text) == LN_DIGEST_TEXT - 1)
        return memcpy(file->program, text, LN_DIGEST_TEXT);
    if (strcmp(word, "file") == 0)
        return read_file(file, text);
    if (strcmp(word, "flag") == 0)
        return file->flag_count < SCHEDULE_WORDS && keep(file->flags[file->flag_count++], text);
    if (strcmp(word, "compiler") == 0)
        return keep(file->compiler, text);
    if (strcmp(word, "test") == 0)
        return keep(file->test, text);
    if (strcmp(word, "init") == 0)
        return keep(file->initial, text);
    if (strcmp(word, "final") == 0)
        return keep(file->final, text);
    if (strcmp(word, "failure") == 0)
        return read_failure(file, text);
    if (strcmp(word, "how") == 0)
        return read_how(&file->how, text);
    if (strcmp(word, "shared") == 0)
        return read_shared(file, text);
    return strcmp(word, "choice") == 0 && read_choice(file, text);
}

enum ln_status schedule_file_read(struct schedule_file *file, const char *path, struct ln_error *error)
{
    FILE *from = fopen(path, "r");
    char line[SCHEDULE_TEXT + 64];
    unsigned number = 1;
    if (!from)
        return ln_fail(error, LN_BAD_INPUT, "%s: %s", path, strerror(errno));
    if (!fgets(line, sizeof line, from) || strcmp(line, header) != 0) {
        fclose(from);
        return ln_fail(error, LN_BAD_INPUT, "%s:1:1: this is no schedule; expected 'linnet schedule 1'", path);
    }
    while (fgets(line, sizeof line, from)) {
        char *text;
        number++;
        line[strcspn(line, "\n")] = '\0';
        text = line + strcspn(line, " ");
        if (*text)
            *text++ = '\0';
        if (!read_line(file, line, text)) {
            fclose(from);
            return ln_fail(error, LN_BAD_INPUT, "%s:%u:1: '%.40s %.40s' makes no sense in a schedule", path, number,
                           line, text);
        }
    }
    fclose(from);
    if (!file->file_count || !file->test[0] || !file->failure)
        return ln_fail(error, LN_BAD_INPUT, "%s:%u:1: the schedule is cut: file, test and failure are needed", path,
                       number + 1);
    return LN_OK;
}
