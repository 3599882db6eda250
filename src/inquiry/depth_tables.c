/* The tables of the hitting paper, for people, and the same as JSON and CSV. */
#include "inquiry/depth_groups.h"

#include "finding/facts.h"

#include "history/value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double mean(const struct ln_depth_spread *spread)
{
    return spread->count ? spread->sum / (double)spread->count : 0;
}

static double deviation(const struct ln_depth_spread *spread)
{
    double count = (double)spread->count, rest;
    if (spread->count < 2)
        return 0;
    rest = spread->squares - spread->sum * spread->sum / count;
    return rest > 0 ? sqrt(rest / (count - 1)) : 0;
}

typedef unsigned long long number;

/* The group at an index; the last one is all of them, where there are several. NULL past the end. */
static const struct ln_depth_group *group_at(const struct ln_depth_groups *groups, size_t index)
{
    if (index < groups->list.length)
        return &groups->list.at[index];
    return index == groups->list.length && index > 1 ? &groups->all : NULL;
}

static uint32_t depths_counted(const struct ln_depth_groups *groups)
{
    return groups->max_depth < LN_DEPTH_COUNTED ? groups->max_depth : LN_DEPTH_COUNTED;
}

/* Linearizable histories that the families up to that depth show. */
static uint64_t shown(const struct ln_depth_group *group, uint32_t depth)
{
    uint64_t count = 0;
    for (uint32_t d = 0; d < depth; d++)
        count += group->shown[d];
    return count;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* ---- tables ---- */

static int name_width(const struct ln_depth_groups *groups)
{
    size_t width = strlen("group");
    const struct ln_depth_group *group;
    for (size_t i = 0; (group = group_at(groups, i)); i++)
        width = strlen(group->name) > width ? strlen(group->name) : width;
    return (int)width;
}

static void range(struct ln_str *out, int width, const struct ln_depth_spread *spread)
{
    struct ln_str text;
    ln_str_init(&text, out->memory);
    if (spread->least == spread->most)
        ln_str_format(&text, "%llu", (number)spread->most);
    else
        ln_str_format(&text, "%llu-%llu", (number)spread->least, (number)spread->most);
    ln_str_format(out, " %*s", width, ln_str_borrow(&text));
    ln_str_fini(&text);
}

static void table_of_shapes(const struct ln_depth_groups *groups, struct ln_str *out)
{
    int width = name_width(groups);
    const struct ln_depth_group *group;
    ln_str_format(out, "%-*s   histories  sequential  operations  processes     concurrency        concurrent pairs\n",
                  width, "");
    ln_str_format(out, "%-*s %47s max   mean   dev.    max   mean   dev.\n", width, "group", "");
    for (size_t i = 0; (group = group_at(groups, i)); i++) {
        ln_str_format(out, "%-*s %11llu %11llu", width, group->name, (number)group->histories,
                      (number)group->sequential);
        range(out, 11, &group->operations);
        range(out, 10, &group->processes);
        ln_str_format(out, "  %4llu %6.2f %6.2f %6llu %6.1f %6.1f\n", (number)group->concurrency.most,
                      mean(&group->concurrency), deviation(&group->concurrency), (number)group->pairs.most,
                      mean(&group->pairs), deviation(&group->pairs));
    }
}

static bool all_counted(const struct ln_depth_groups *groups, const struct ln_depth_group *group)
{
    for (uint32_t d = 0; d < depths_counted(groups); d++)
        if (group->schedules[d].count != group->histories - group->sequential)
            return false;
    return true;
}

/* `what`: max, mean, dev., or of how many histories that is. */
static void row_of_schedules(const struct ln_depth_groups *groups, const struct ln_depth_group *group, int width,
                             const char *what, struct ln_str *out)
{
    bool first = strcmp(what, "max") == 0;
    ln_str_format(out, "%-*s  %-5s", width, first ? group->name : "", what);
    for (uint32_t d = 0; d < depths_counted(groups); d++) {
        const struct ln_depth_spread *spread = &group->schedules[d];
        if (strcmp(what, "of") == 0)
            ln_str_format(out, " %10llu", (number)spread->count);
        else if (!spread->count)
            ln_str_format(out, " %10s", "-");
        else if (first)
            ln_str_format(out, " %10llu", (number)spread->most);
        else
            ln_str_format(out, " %10.1f", strcmp(what, "mean") == 0 ? mean(spread) : deviation(spread));
    }
    if (strcmp(what, "of") == 0)
        ln_str_text(out, "  histories that could be counted");
    ln_str_char(out, '\n');
}

static void table_of_schedules(const struct ln_depth_groups *groups, struct ln_str *out)
{
    static const char *const rows[] = { "max", "mean", "dev." };
    int width = name_width(groups);
    const struct ln_depth_group *group;
    ln_str_format(out, "\nschedules in the family of depth d, of histories that are not sequential\n%-*s  %-5s", width,
                  "group", "");
    for (uint32_t d = 1; d <= depths_counted(groups); d++)
        ln_str_format(out, "      d = %u", d);
    ln_str_char(out, '\n');
    for (size_t i = 0; (group = group_at(groups, i)); i++) {
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
            row_of_schedules(groups, group, width, rows[r], out);
        if (!all_counted(groups, group))
            row_of_schedules(groups, group, width, "of", out);
    }
}

static void table_of_shares(const struct ln_depth_groups *groups, struct ln_str *out)
{
    int width = name_width(groups);
    const struct ln_depth_group *group;
    ln_str_format(out, "\nlinearizable histories that the family of depth d shows, in percent\n%-*s  %9s %12s", width,
                  "group", "histories", "linearizable");
    for (uint32_t d = 1; d <= groups->max_depth; d++)
        ln_str_format(out, d < 10 ? "   d = %u" : "  d = %u", d);
    ln_str_char(out, '\n');
    for (size_t i = 0; (group = group_at(groups, i)); i++) {
        ln_str_format(out, "%-*s  %9llu %12llu", width, group->name, (number)(group->histories - group->sequential),
                      (number)group->linearizable);
        for (uint32_t d = 1; d <= groups->max_depth; d++) {
            if (group->linearizable)
                ln_str_format(out, "  %6.1f", percent(shown(group, d), group->linearizable));
            else
                ln_str_format(out, "  %6s", "-");
        }
        if (group->undecided)
            ln_str_format(out, "   %llu undecided", (number)group->undecided);
        ln_str_char(out, '\n');
    }
}

void ln_depth_tell_tables(const struct ln_depth_groups *groups, struct ln_str *out)
{
    if (!groups->list.length)
        return;
    table_of_shapes(groups, out);
    table_of_schedules(groups, out);
    table_of_shares(groups, out);
}

/* ---- JSON and CSV ---- */

static void say_spread(struct ln_facts *facts, const char *name, const struct ln_depth_spread *spread)
{
    ln_facts_group(facts, name);
    ln_facts_number(facts, "max", spread->most);
    ln_facts_real(facts, "mean", mean(spread), LN_SIGNIFICANT);
    ln_facts_real(facts, "deviation", deviation(spread), LN_SIGNIFICANT);
    ln_facts_number(facts, "histories", spread->count);
    ln_facts_end(facts);
}

static void say_schedules(const struct ln_depth_groups *groups, const struct ln_depth_group *group,
                          struct ln_facts *facts)
{
    ln_facts_list(facts, "schedules");
    for (uint32_t d = 0; d < depths_counted(groups); d++)
        say_spread(facts, NULL, &group->schedules[d]);
    ln_facts_end(facts);
    ln_facts_list(facts, "shown");
    for (uint32_t d = 1; d <= groups->max_depth; d++)
        ln_facts_number(facts, NULL, shown(group, d));
    ln_facts_end(facts);
}

static void json_group(const struct ln_depth_groups *groups, const struct ln_depth_group *group, struct ln_str *out)
{
    struct ln_facts facts;
    ln_facts_init(&facts, out->memory);
    ln_facts_text(&facts, "group", group->name);
    ln_facts_number(&facts, "histories", group->histories);
    ln_facts_number(&facts, "sequential", group->sequential);
    ln_facts_number(&facts, "linearizable", group->linearizable);
    ln_facts_number(&facts, "violated", group->violated);
    ln_facts_number(&facts, "undecided", group->undecided);
    say_spread(&facts, "operations", &group->operations);
    say_spread(&facts, "processes", &group->processes);
    say_spread(&facts, "concurrency", &group->concurrency);
    say_spread(&facts, "pairs", &group->pairs);
    say_schedules(groups, group, &facts);
    ln_facts_json(&facts, out);
    ln_facts_fini(&facts);
}

void ln_depth_tell_json(const struct ln_depth_groups *groups, struct ln_str *out)
{
    const struct ln_depth_group *group;
    for (size_t i = 0; (group = group_at(groups, i)); i++)
        json_group(groups, group, out);
}

static void csv_text(struct ln_str *out, const char *text)
{
    if (!strpbrk(text, ",\"\n")) {
        ln_str_text(out, text);
        return;
    }
    ln_str_char(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            ln_str_char(out, '"');
        ln_str_char(out, *text);
    }
    ln_str_char(out, '"');
}

static void csv_spread(struct ln_str *out, const struct ln_depth_spread *spread)
{
    if (spread->count)
        ln_str_format(out, ",%llu,%.6g,%.6g", (number)spread->most, mean(spread), deviation(spread));
    else
        ln_str_text(out, ",,,");
}

static void csv_group(const struct ln_depth_groups *groups, const struct ln_depth_group *group, struct ln_str *out)
{
    csv_text(out, group->name);
    ln_str_format(out, ",%llu,%llu,%llu,%llu,%llu", (number)group->histories, (number)group->sequential,
                  (number)group->linearizable, (number)group->violated, (number)group->undecided);
    csv_spread(out, &group->operations);
    csv_spread(out, &group->concurrency);
    csv_spread(out, &group->pairs);
    for (uint32_t d = 0; d < depths_counted(groups); d++)
        csv_spread(out, &group->schedules[d]);
    for (uint32_t d = 1; d <= groups->max_depth; d++)
        ln_str_format(out, ",%llu,%.2f", (number)shown(group, d), percent(shown(group, d), group->linearizable));
    ln_str_char(out, '\n');
}

static void csv_names(struct ln_str *out, const char *name)
{
    ln_str_format(out, ",%s_max,%s_mean,%s_deviation", name, name, name);
}

void ln_depth_tell_csv(const struct ln_depth_groups *groups, struct ln_str *out)
{
    const struct ln_depth_group *group;
    ln_str_text(out, "group,histories,sequential,linearizable,violated,undecided");
    csv_names(out, "operations");
    csv_names(out, "concurrency");
    csv_names(out, "pairs");
    for (uint32_t d = 1; d <= depths_counted(groups); d++) {
        char name[32];
        snprintf(name, sizeof name, "schedules_d%u", d);
        csv_names(out, name);
    }
    for (uint32_t d = 1; d <= groups->max_depth; d++)
        ln_str_format(out, ",shown_d%u,percent_d%u", d, d);
    ln_str_char(out, '\n');
    for (size_t i = 0; (group = group_at(groups, i)); i++)
        csv_group(groups, group, out);
}
