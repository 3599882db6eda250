#include "plugin/elf_symbols.h"

#include <assert.h>
#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- files ---- */

static long size_of(FILE *file)
{
    long size = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    rewind(file);
    return size;
}

void ln_file_read(struct ln_file *file, const char *path)
{
    FILE *from = fopen(path, "rb");
    long size = from ? size_of(from) : -1;
    *file = (struct ln_file){ NULL, 0 };
    if (size >= 0)
        file->bytes = malloc((size_t)size + 1);
    if (file->bytes) {
        file->size = fread(file->bytes, 1, (size_t)size, from);
        file->bytes[file->size] = 0;
    }
    if (from)
        fclose(from);
}

void ln_file_free(struct ln_file *file)
{
    free(file->bytes);
    *file = (struct ln_file){ NULL, 0 };
}

/* ---- sections ---- */

static bool has(const struct ln_file *file, uint64_t offset, uint64_t size)
{
    return offset <= file->size && size <= file->size - offset;
}

static const Elf64_Ehdr *header_of(const struct ln_file *file)
{
    const Elf64_Ehdr *header = (const void *)file->bytes;
    if (!file->bytes || file->size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr) || header->e_shoff % 8 ||
        !has(file, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr)))
        return NULL;
    return header;
}

static const Elf64_Shdr *sections_of(const struct ln_file *file)
{
    assert(header_of(file)); /* or there are none to ask for */
    return (const void *)(file->bytes + header_of(file)->e_shoff);
}

/* The table's strings, or NULL when it is none that can be read. */
static const Elf64_Shdr *strings_of(const struct ln_file *file, const Elf64_Shdr *table)
{
    const Elf64_Ehdr *header = header_of(file);
    const Elf64_Shdr *strings = sections_of(file) + table->sh_link;
    if ((table->sh_type != SHT_SYMTAB && table->sh_type != SHT_DYNSYM) || table->sh_link >= header->e_shnum ||
        table->sh_offset % 8 || !has(file, table->sh_offset, table->sh_size) || !strings->sh_size ||
        !has(file, strings->sh_offset, strings->sh_size) || file->bytes[strings->sh_offset + strings->sh_size - 1] != 0)
        return NULL;
    return strings;
}

static bool is_code(const struct ln_file *file, uint16_t section)
{
    return section < header_of(file)->e_shnum && sections_of(file)[section].sh_flags & SHF_EXECINSTR;
}

static void visit_table(const struct ln_file *file, const Elf64_Shdr *table, ln_symbol_visit *visit, void *self)
{
    const Elf64_Shdr *strings = strings_of(file, table);
    const Elf64_Sym *symbols = (const void *)(file->bytes + table->sh_offset);
    size_t count = strings ? table->sh_size / sizeof *symbols : 0;
    for (size_t i = 1; i < count; i++) {
        const Elf64_Sym *at = &symbols[i];
        unsigned type = ELF64_ST_TYPE(at->st_info);
        bool defined = at->st_shndx != SHN_UNDEF;
        if (at->st_name >= strings->sh_size || type == STT_SECTION || type == STT_FILE)
            continue;
        visit(self, &(struct ln_symbol){ .name = (const char *)file->bytes + strings->sh_offset + at->st_name,
                                         .defined = defined,
                                         .local = ELF64_ST_BIND(at->st_info) == STB_LOCAL,
                                         .weak = ELF64_ST_BIND(at->st_info) == STB_WEAK,
                                         .function = defined ? is_code(file, at->st_shndx)
                                                             : type == STT_FUNC || type == STT_GNU_IFUNC,
                                         .data = type == STT_OBJECT || type == STT_TLS });
    }
}

void ln_elf_symbols(const struct ln_file *file, ln_symbol_visit *visit, void *self)
{
    const Elf64_Ehdr *header = header_of(file);
    for (unsigned i = 0; header && i < header->e_shnum; i++)
        if (strings_of(file, &sections_of(file)[i]))
            visit_table(file, &sections_of(file)[i], visit, self);
}

/* ---- renaming ---- */

static Elf64_Shdr *symbol_table(const struct ln_file *file)
{
    const Elf64_Ehdr *header = header_of(file);
    for (unsigned i = 0; header && i < header->e_shnum; i++)
        if (sections_of(file)[i].sh_type == SHT_SYMTAB && strings_of(file, &sections_of(file)[i]))
            return (Elf64_Shdr *)(uintptr_t)&sections_of(file)[i];
    return NULL;
}

struct added {
    char *at; /* NUL behind each */
    size_t used, room;
};

static bool add_name(struct added *added, const char *name)
{
    size_t length = strlen(name) + 1;
    if (added->used + length > added->room) {
        size_t room = 2 * added->room + length + 4096;
        char *more = realloc(added->at, room);
        if (!more)
            return false;
        added->at = more;
        added->room = room;
    }
    memcpy(added->at + added->used, name, length);
    added->used += length;
    assert(added->used <= added->room);
    return true;
}

/* Points the symbols to their new names, which will stand behind the old ones. */
static bool point_to_names(const struct ln_file *file, Elf64_Shdr *table, const Elf64_Shdr *strings,
                           struct added *added, ln_symbol_name *name, void *self)
{
    Elf64_Sym *symbols = (void *)(file->bytes + table->sh_offset);
    bool fits = true;
    for (size_t i = 1; i < table->sh_size / sizeof *symbols && fits; i++) {
        bool open = symbols[i].st_shndx == SHN_UNDEF && symbols[i].st_name < strings->sh_size;
        const char *wanted = open ? name(self, (const char *)file->bytes + strings->sh_offset + symbols[i].st_name)
                                  : NULL;
        if (!wanted)
            continue;
        symbols[i].st_name = (Elf64_Word)(strings->sh_size + added->used);
        fits = add_name(added, wanted);
    }
    return fits;
}

/* The strings move to the end of the file, and the new names behind them. */
static bool write_renamed(const struct ln_file *file, FILE *to, ln_symbol_name *name, void *self)
{
    Elf64_Shdr *table = symbol_table(file), *strings;
    struct added added = { NULL, 0, 0 };
    uint64_t from, had;
    bool fits;
    if (!table)
        return false;
    strings = (Elf64_Shdr *)(uintptr_t)strings_of(file, table);
    from = strings->sh_offset;
    had = strings->sh_size;
    fits = point_to_names(file, table, strings, &added, name, self);
    strings->sh_offset = file->size;
    strings->sh_size = had + added.used;
    fits = fits && fwrite(file->bytes, 1, file->size, to) == file->size &&
           fwrite(file->bytes + from, 1, had, to) == had && fwrite(added.at, 1, added.used, to) == added.used;
    free(added.at);
    return fits;
}

bool ln_elf_rename(const struct ln_file *file, const char *path, ln_symbol_name *name, void *self)
{
    FILE *to = fopen(path, "wb");
    bool written = to && write_renamed(file, to, name, self);
    if (to && fclose(to))
        written = false;
    return written;
}

/* ---- archives ---- */

static uint32_t big_endian(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

bool ln_archive_has(const struct ln_file *archive, const char *name)
{
    enum { MAGIC = 8, HEADER = 60 };
    const unsigned char *index = archive->bytes + MAGIC + HEADER, *at, *end;
    size_t length = strlen(name) + 1, size;
    if (archive->size < MAGIC + HEADER + 4 || memcmp(archive->bytes, "!<arch>\n/ ", 10) != 0)
        return false;
    size = (size_t)strtoul((const char *)archive->bytes + MAGIC + 48, NULL, 10);
    if (size > archive->size - MAGIC - HEADER || size < 4 || big_endian(index) > (size - 4) / 4)
        return false;
    end = index + size;
    at = index + 4 + (size_t)big_endian(index) * 4;
    for (; at < end; at += strnlen((const char *)at, (size_t)(end - at)) + 1)
        if ((size_t)(end - at) >= length && memcmp(at, name, length) == 0)
            return true;
    return false;
}
