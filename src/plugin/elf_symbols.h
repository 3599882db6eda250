/* The symbols of a 64-bit ELF file, and the names in the index of an archive. Nothing in a file is trusted: what makes
 * no sense is no symbol. */
#ifndef LN_PLUGIN_ELF_SYMBOLS_H
#define LN_PLUGIN_ELF_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

struct ln_file {
    unsigned char *bytes; /* NULL: it could not be read; one more is there, and 0 */
    size_t size;
};

void ln_file_read(struct ln_file *file, const char *path);
void ln_file_free(struct ln_file *file);

struct ln_symbol {
    const char *name;
    bool defined, local, weak;
    bool function; /* defined: it is code; not defined: a shared library says so */
    bool data;     /* likewise: a variable, of a thread or of all */
};

/* For each of them, of .symtab and .dynsym. */
typedef void ln_symbol_visit(void *self, const struct ln_symbol *symbol);
void ln_elf_symbols(const struct ln_file *file, ln_symbol_visit *visit, void *self);

/* What an undefined symbol is to be called; NULL: as it is. */
typedef const char *ln_symbol_name(void *self, const char *name);
/* Writes the file again, with other names. */
bool ln_elf_rename(const struct ln_file *file, const char *path, ln_symbol_name *name, void *self);

/* Does the archive define the symbol? */
bool ln_archive_has(const struct ln_file *archive, const char *name);

#endif
