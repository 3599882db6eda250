# The formulas and grammars as C: ln_ocl_shipped and ln_grammar_shipped of src/counting. Run with -DFILES= and -DOUT=.
set(text "#include \"counting/grammar.h\"\n#include \"counting/ocl.h\"\n\n#include <string.h>\n\n")
set(table_ocl "")
set(table_cfg "")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME_WE)
  string(REGEX REPLACE ".*\\." "" kind ${file})
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND text "static const char ${kind}_${name}[] = {${bytes}0};\n")
  string(APPEND table_${kind} "    { \"${name}\", ${kind}_${name} },\n")
endforeach()
string(APPEND text "
struct shipped {
    const char *name, *text;
};

static const struct shipped formulas[] = {
${table_ocl}};

static const struct shipped grammars[] = {
${table_cfg}};

const char *ln_ocl_shipped(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
        if (strlen(formulas[i].name) == length && memcmp(formulas[i].name, name, length) == 0)
            return formulas[i].text;
    return NULL;
}

const char *ln_grammar_shipped(const char *name)
{
    for (size_t i = 0; i < sizeof grammars / sizeof *grammars; i++)
        if (strcmp(grammars[i].name, name) == 0)
            return grammars[i].text;
    return NULL;
}
")
file(WRITE ${OUT} "${text}")
