#include "inquiry/code/explore_unseen.h"

#include "explore/show/source.h"
#include "report/explain.h"

#include <stdio.h>
#include <string.h>

static const char *const kinds[] = { [LN_UNSEEN_ASSEMBLY] = "assembly",
                                     [LN_UNSEEN_LIBRARY] = "library",
                                     [LN_UNSEEN_MEMORY] = "memory",
                                     [LN_UNSEEN_CODE] = "code",
                                     [LN_UNSEEN_HALFWAY] = "halfway" };
static const char *const words[] = { [LN_UNSEEN_ASSEMBLY] = "asm",
                                     [LN_UNSEEN_LIBRARY] = "lib:",
                                     [LN_UNSEEN_MEMORY] = "memory",
                                     [LN_UNSEEN_CODE] = "code",
                                     [LN_UNSEEN_HALFWAY] = "halfway" };

/* ---- accepting ---- */

const char *ln_accepted_check(const struct ln_accepted *accepted)
{
    for (unsigned i = 0; i < accepted->count; i++) {
        const char *word = accepted->at[i];
        if (strcmp(word, "asm") != 0 && strcmp(word, "memory") != 0 && strcmp(word, "code") != 0 &&
            strcmp(word, "halfway") != 0 && (strncmp(word, "lib:", 4) != 0 || !word[4]))
            return "--accept: asm, code, halfway, memory or lib:NAME";
    }
    return NULL;
}

/* libracy.so.1, racy.o: racy */
static void short_name(const char *library, char *to, size_t room)
{
    size_t length;
    if (strncmp(library, "lib", 3) == 0)
        library += 3;
    length = strcspn(library, ".");
    snprintf(to, room, "%.*s", (int)length, library);
}

/* The word that accepts it. */
static void word_for(const struct ln_unseen *thing, char *to, size_t room)
{
    char library[sizeof thing->library];
    short_name(thing->library, library, sizeof library);
    snprintf(to, room, "%s%s", words[thing->kind], thing->kind == LN_UNSEEN_LIBRARY ? library : "");
}

static bool is_accepted(const struct ln_explore_unseen *unseen, const struct ln_unseen *thing)
{
    char word[100];
    word_for(thing, word, sizeof word);
    for (unsigned i = 0; i < unseen->accepted.count; i++)
        if (strcmp(unseen->accepted.at[i], word) == 0)
            return true;
    return false;
}

unsigned ln_explore_unseen_count(const struct ln_explore_unseen *unseen)
{
    unsigned count = unseen->more;
    for (unsigned i = 0; i < unseen->count; i++)
        count += !is_accepted(unseen, &unseen->things[i]);
    return count;
}

bool ln_explore_unseen_leaks(const struct ln_explore_unseen *unseen)
{
    bool leaks = unseen->more;
    for (unsigned i = 0; i < unseen->count; i++) {
        const struct ln_unseen *thing = &unseen->things[i];
        leaks |= (thing->kind == LN_UNSEEN_LIBRARY || thing->kind == LN_UNSEEN_MEMORY) && !is_accepted(unseen, thing);
    }
    return leaks;
}

/* ---- collecting ---- */

void ln_explore_unseen_add(struct ln_explore_unseen *unseen, const struct ln_unseen *thing)
{
    for (unsigned i = 0; i < unseen->count; i++) {
        const struct ln_unseen *had = &unseen->things[i];
        if (had->kind == thing->kind && strcmp(had->name, thing->name) == 0 &&
            strcmp(had->library, thing->library) == 0 && strcmp(had->place, thing->place) == 0)
            return;
    }
    if (unseen->count < sizeof unseen->things / sizeof *unseen->things)
        unseen->things[unseen->count++] = *thing;
    else
        unseen->more = true;
}

/* As another test has met it. */
static bool is_old(const struct ln_explore_unseen *unseen, const struct ln_unseen *thing)
{
    for (unsigned i = 0; i < unseen->count; i++) {
        const struct ln_unseen *had = &unseen->things[i];
        if (had->kind == thing->kind && had->pc == thing->pc && strcmp(had->name, thing->name) == 0 &&
            (thing->pc || strcmp(had->place, thing->place) == 0))
            return true;
    }
    return false;
}

/* Reading the debugging information takes time: only for what is new. */
void ln_explore_unseen_take(struct ln_explore_unseen *unseen, const struct ln_shared *shared, const char *object,
                            struct ln_memory *memory)
{
    struct ln_source_code *code = NULL;
    struct ln_error error;
    unseen->more |= shared->unseen_more;
    for (uint32_t i = 0; i < shared->unseen_count; i++) {
        struct ln_unseen thing = shared->unseen[i];
        const struct ln_spot *spot;
        if (is_old(unseen, &thing))
            continue;
        if (thing.pc && !code && ln_code_new(&code, object, memory, &error))
            code = NULL;
        spot = code && thing.pc ? ln_code_spot(code, thing.pc) : NULL;
        if (spot && spot->name)
            snprintf(thing.place, sizeof thing.place, "%s:%u", spot->name, spot->line);
        ln_explore_unseen_add(unseen, &thing);
    }
    ln_code_free(code);
}

/* ---- telling ---- */

static void write_thing(const struct ln_unseen *thing, struct ln_str *out)
{
    switch ((enum ln_unseen_kind)thing->kind) {
    case LN_UNSEEN_ASSEMBLY: ln_str_format(out, "assembly: %s", thing->name); break;
    case LN_UNSEEN_LIBRARY:
        ln_str_format(out, "a library: %s%s of %s", thing->name,
                      strchr(thing->name, '(') || strchr(thing->name, ' ') ? "" : "()", thing->library);
        break;
    case LN_UNSEEN_MEMORY:
        ln_str_format(out, "memory that is not the object's: %s%s%s", thing->name, thing->library[0] ? " of " : "",
                      thing->library);
        break;
    case LN_UNSEEN_CODE: ln_str_format(out, "code without hooks: %s", thing->name); break;
    case LN_UNSEEN_HALFWAY: ln_str_format(out, "others halfway through: %s", thing->name); break;
    }
    if (thing->place[0])
        ln_str_format(out, ", %s", thing->place);
}

void ln_explore_unseen_write(const struct ln_explore_unseen *unseen, struct ln_str *out)
{
    char word[100];
    for (unsigned i = 0; i < unseen->count; i++) {
        if (is_accepted(unseen, &unseen->things[i]))
            continue;
        word_for(&unseen->things[i], word, sizeof word);
        ln_str_text(out, "    ");
        write_thing(&unseen->things[i], out);
        ln_str_format(out, " (--accept %s)\n", word);
    }
    if (unseen->more)
        ln_str_text(out, "    and more\n");
}

void ln_explore_unseen_write_accepted(const struct ln_explore_unseen *unseen, struct ln_str *out)
{
    for (unsigned i = 0; i < unseen->count; i++) {
        if (!is_accepted(unseen, &unseen->things[i]))
            continue;
        ln_str_text(out, "  Not seen, and accepted: ");
        write_thing(&unseen->things[i], out);
        ln_str_char(out, '\n');
    }
}

static void say_thing(const struct ln_unseen *thing, struct ln_facts *facts)
{
    ln_facts_group(facts, NULL);
    ln_facts_text(facts, "kind", kinds[thing->kind]);
    ln_facts_text(facts, "name", thing->name);
    if (thing->library[0])
        ln_facts_text(facts, "library", thing->library);
    if (thing->place[0])
        ln_facts_text(facts, "place", thing->place);
    ln_facts_end(facts);
}

static void say_list(const struct ln_explore_unseen *unseen, const char *name, bool accepted, struct ln_facts *facts)
{
    ln_facts_list(facts, name);
    for (unsigned i = 0; i < unseen->count; i++)
        if (is_accepted(unseen, &unseen->things[i]) == accepted)
            say_thing(&unseen->things[i], facts);
    ln_facts_end(facts);
}

void ln_explore_unseen_facts(const struct ln_explore_unseen *unseen, struct ln_facts *facts)
{
    if (ln_explore_unseen_count(unseen))
        say_list(unseen, "unseen", false, facts);
    if (unseen->more)
        ln_facts_truth(facts, "more_unseen", true);
    if (!unseen->accepted.count)
        return;
    say_list(unseen, "unseen_accepted", true, facts);
    ln_facts_list(facts, "accepted");
    for (unsigned i = 0; i < unseen->accepted.count; i++)
        ln_facts_text(facts, NULL, unseen->accepted.at[i]);
    ln_facts_end(facts);
}
