#include "inquiry/code/explore_long.h"

#include "explore/show/source.h"
#include "report/explain.h"

#include <stdio.h>
#include <string.h>

static void add(struct ln_explore_long *all, const struct ln_explore_long_loop *loop)
{
    for (unsigned i = 0; i < all->count; i++)
        if (all->loops[i].kind == loop->kind && strcmp(all->loops[i].place, loop->place) == 0)
            return;
    if (all->count < LN_LONG_MOST)
        all->loops[all->count++] = *loop;
}

void ln_explore_long_take(struct ln_explore_long *all, const struct ln_shared *shared, const char *object,
                          struct ln_memory *memory)
{
    struct ln_source_code *code = NULL;
    struct ln_error error;
    if (shared->long_count && ln_code_new(&code, object, memory, &error))
        code = NULL;
    for (uint32_t i = 0; i < shared->long_count; i++) {
        struct ln_explore_long_loop loop = { .kind = (enum ln_long_kind)shared->longs[i].kind };
        uint64_t pc = shared->longs[i].pc;
        const struct ln_spot *spot = code && pc ? ln_code_spot(code, pc) : NULL;
        if (spot && spot->name)
            snprintf(loop.place, sizeof loop.place, "%s:%u", spot->name, spot->line);
        add(all, &loop);
    }
    ln_code_free(code);
}

/* `, at a.c:3, b.c:4`; false: there is none of that kind. */
static bool write_places(const struct ln_explore_long *all, enum ln_long_kind kind, struct ln_str *out)
{
    const char *before = " (";
    bool any = false;
    for (unsigned i = 0; i < all->count; i++) {
        if (all->loops[i].kind != kind)
            continue;
        any = true;
        if (!all->loops[i].place[0])
            continue;
        ln_str_format(out, "%s%s", before, all->loops[i].place);
        before = ", ";
    }
    if (before[0] == ',')
        ln_str_char(out, ')');
    return any;
}

void ln_explore_long_write(const struct ln_explore_long *all, struct ln_str *out)
{
    struct ln_str places;
    ln_str_init(&places, out->memory);
    if (write_places(all, LN_LONG_RETRY, &places))
        ln_str_format(out, "  Loops that count their turns were interrupted in the first %d only%s.\n", LN_RETRIES,
                      ln_str_borrow(&places));
    ln_str_clear(&places);
    if (write_places(all, LN_LONG_ENDLESS, &places))
        ln_str_format(out, "  Loops that did not end in a million turns were taken to wait%s.\n",
                      ln_str_borrow(&places));
    ln_str_clear(&places);
    if (write_places(all, LN_LONG_CALL, &places))
        ln_str_format(out, "  Calls of more than %d steps were interrupted in the first %d only.\n", LN_TURNS * LN_TURN,
                      LN_TURNS * LN_TURN);
    ln_str_fini(&places);
}

void ln_explore_long_facts(const struct ln_explore_long *all, struct ln_facts *facts)
{
    static const char *const kinds[] = {
        [LN_LONG_RETRY] = "retry", [LN_LONG_ENDLESS] = "endless", [LN_LONG_CALL] = "long call"
    };
    if (!all->count)
        return;
    ln_facts_list(facts, "loops");
    for (unsigned i = 0; i < all->count; i++) {
        ln_facts_group(facts, NULL);
        ln_facts_text(facts, "what", kinds[all->loops[i].kind]);
        if (all->loops[i].place[0])
            ln_facts_text(facts, "place", all->loops[i].place);
        ln_facts_end(facts);
    }
    ln_facts_end(facts);
}
