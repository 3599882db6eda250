#include "inquiry/code/program.h"

#include "base/hash.h"
#include "base/infile.h"

#include <elf.h>

/* ---- digests ---- */

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

static enum ln_status say_digest(const char *name, const char *path, bool is_code, struct ln_facts *facts,
                                 struct ln_error *error)
{
    struct ln_digest *digest = ln_digest_new(facts->texts.memory);
    char text[LN_DIGEST_TEXT];
    struct ln_str bytes;
    enum ln_status status;
    if (!digest)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    ln_str_init(&bytes, facts->texts.memory);
    status = ln_infile_read(path, &bytes, error);
    if (!status && is_code)
        digest_code(digest, &bytes);
    else if (!status)
        ln_digest_add(digest, ln_str_borrow(&bytes), bytes.length);
    ln_digest_take(digest, text);
    ln_facts_text(facts, name, text);
    ln_str_fini(&bytes);
    ln_digest_free(digest);
    return status;
}

enum ln_status ln_program_say_digest(const char *name, const char *path, struct ln_facts *subject,
                                     struct ln_error *error)
{
    return say_digest(name, path, false, subject, error);
}

/* ---- saying ---- */

enum ln_status ln_program_say(const struct ln_sources *sources, const char *object, struct ln_facts *subject,
                              struct ln_error *error)
{
    enum ln_status status = LN_OK;
    ln_facts_list(subject, "files");
    for (size_t i = 0; i < sources->file_count && !status; i++) {
        ln_facts_group(subject, NULL);
        ln_facts_text(subject, "name", sources->files[i]);
        status = ln_program_say_digest("digest", sources->files[i], subject, error);
        ln_facts_end(subject);
    }
    ln_facts_end(subject);
    if (sources->flag_count) {
        ln_facts_list(subject, "flags");
        for (size_t i = 0; i < sources->flag_count; i++)
            ln_facts_text(subject, NULL, sources->flags[i]);
        ln_facts_end(subject);
    }
    if (sources->compiler)
        ln_facts_text(subject, "compiler", sources->compiler);
    return status || !object ? status : say_digest("code", object, true, subject, error);
}

/* ---- hearing ---- */

/* The first item of a list; NULL: there is none. */
static const struct ln_fact *first_of(const struct ln_facts *subject, const char *name)
{
    const struct ln_fact *list = ln_facts_find(subject, NULL, name);
    return list ? ln_facts_first(subject, list) : NULL;
}

static enum ln_status hear_files(struct ln_program_said *program, const struct ln_facts *subject,
                                 struct ln_error *error)
{
    struct ln_memory *memory = subject->texts.memory;
    const struct ln_fact *file = first_of(subject, "files");
    for (; file; file = ln_facts_next(subject, file)) {
        const char *name = ln_fact_text(subject, ln_facts_find(subject, file, "name"));
        const char *digest = ln_fact_text(subject, ln_facts_find(subject, file, "digest"));
        if (!name || !digest)
            return ln_fail(error, LN_BAD_INPUT, "a file of the program has no name or no digest");
        if (!ln_vec_push(&program->files, memory, name) || !ln_vec_push(&program->digests, memory, digest))
            return ln_fail(error, LN_NO_MEMORY, "out of memory");
    }
    return LN_OK;
}

static const struct ln_known_member members_of_judge[] = { { "spec", LN_FACT_TEXT },
                                                           { "spec_digest", LN_FACT_TEXT },
                                                           { "reference", LN_FACT_TEXT },
                                                           { "reference_digest", LN_FACT_TEXT },
                                                           { NULL, LN_FACT_NONE } };

enum ln_status ln_program_hear(struct ln_program_said *program, const struct ln_facts *subject, struct ln_error *error)
{
    const struct ln_fact *flags = ln_facts_find(subject, NULL, "flags"), *flag = first_of(subject, "flags");
    enum ln_status status;
    *program = (struct ln_program_said){ .compiler = ln_fact_text(subject, ln_facts_find(subject, NULL, "compiler")),
                                         .code = ln_fact_text(subject, ln_facts_find(subject, NULL, "code")) };
    status = hear_files(program, subject, error);
    if (!status)
        status = ln_facts_fit(subject, NULL, members_of_judge, error);
    for (; flag && !status; flag = ln_facts_next(subject, flag)) {
        const char *text = ln_fact_text(subject, flag);
        if (!text)
            status = ln_fail(error, LN_BAD_INPUT, "a flag of the program is no text");
        else if (!ln_vec_push(&program->flags, subject->texts.memory, text))
            status = ln_fail(error, LN_NO_MEMORY, "out of memory");
    }
    if (!status && flags && flags->kind != LN_FACT_LIST)
        status = ln_fail(error, LN_BAD_INPUT, "the flags of the program are no texts");
    if (!status && (!program->files.length || !program->code))
        status = ln_fail(error, LN_BAD_INPUT, "the finding does not say of which program it is");
    return status;
}

void ln_program_said_fini(struct ln_program_said *program, struct ln_memory *memory)
{
    ln_vec_fini(&program->files, memory);
    ln_vec_fini(&program->digests, memory);
    ln_vec_fini(&program->flags, memory);
}
