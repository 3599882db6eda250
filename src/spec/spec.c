/* The registry, and specs by name. */
#include "spec/spec.h"

#include "history/names.h"
#include "spec/registry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const struct ln_spec_class *const classes[] = {
    &ln_spec_register, &ln_spec_cas_register, &ln_spec_multi_register, &ln_spec_max_register, &ln_spec_snapshot,
    &ln_spec_kv, &ln_spec_counter, &ln_spec_fetch_and_add, &ln_spec_queue, &ln_spec_bounded_queue, &ln_spec_stack,
    &ln_spec_deque, &ln_spec_work_stealing_deque, &ln_spec_priority_queue, &ln_spec_max_priority_queue,
    &ln_spec_append_log, &ln_spec_set, &ln_spec_bag, &ln_spec_spurious_bag, &ln_spec_mutex, &ln_spec_rwlock,
    &ln_spec_semaphore, &ln_spec_event, &ln_spec_countdown, &ln_spec_nonzero_indicator, &ln_spec_array_blocking_queue,
    &ln_spec_concurrent_hash_map, &ln_spec_concurrent_linked_deque, &ln_spec_concurrent_linked_queue,
    &ln_spec_concurrent_skip_list_map, &ln_spec_concurrent_skip_list_set, &ln_spec_linked_blocking_deque,
    &ln_spec_linked_blocking_queue, &ln_spec_linked_transfer_queue, &ln_spec_priority_blocking_queue,
};
/* clang-format on */

enum { CLASSES = sizeof classes / sizeof *classes };

const struct ln_spec_class *ln_spec_class_at(size_t index)
{
    return index < CLASSES ? classes[index] : NULL;
}

bool ln_spec_closed(const struct ln_spec *spec)
{
    return spec->class->closed && spec->count == 0 && (!spec->inner || ln_spec_closed(spec->inner));
}

void ln_spec_write(const struct ln_spec *spec, const struct ln_values *values, struct ln_str *out)
{
    ln_str_text(out, spec->class->name);
    if (spec->class->parameter_kind == LN_PARAMETER_COUNT && spec->count != spec->class->parameter_default)
        ln_str_format(out, ":%s=%llu", spec->class->parameter, (unsigned long long)spec->count);
    if (spec->class->parameter_kind == LN_PARAMETER_VALUE && !ln_same(spec->value, LN_VALUE_NULL)) {
        ln_str_format(out, ":%s=", spec->class->parameter);
        ln_value_write(values, spec->value, out);
    }
}

static enum ln_status unknown_class(struct ln_text name, struct ln_error *error)
{
    size_t best = 0;
    unsigned least = UINT32_MAX;
    for (size_t i = 0; i < CLASSES; i++) {
        struct ln_text have = { classes[i]->name, strlen(classes[i]->name) };
        unsigned distance = ln_name_distance(name, have);
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return ln_fail(error, LN_USAGE, "unknown spec '%.*s'; did you mean '%s'? `linnet specs` lists them",
                   (int)name.length, name.at, classes[best]->name);
}

static bool looks_like_number(const char *text)
{
    text += *text == '-';
    return *text >= '0' && *text <= '9';
}

static enum ln_status parse_number(const char *text, struct ln_values *values, ln_value *out, struct ln_error *error)
{
    char *end;
    long long number;
    double real;
    errno = 0;
    number = strtoll(text, &end, 10);
    if (!*end && !errno)
        return ln_values_int(values, number, out);
    real = strtod(text, &end);
    if (!*end && strpbrk(text, ".eE"))
        return ln_values_real(values, real, out);
    return ln_fail(error, LN_USAGE, "'%s' is no number of 64 bits; as a string it needs quotes", text);
}

/* A number, null, true, false, or a string with or without quotes. */
static enum ln_status parse_value(const char *text, struct ln_values *values, ln_value *out, struct ln_error *error)
{
    size_t length = strlen(text);
    if (looks_like_number(text))
        return parse_number(text, values, out, error);
    if (strpbrk(text, "\\"))
        return ln_fail(error, LN_USAGE, "'%s': strings here have no escapes", text);
    if (strcmp(text, "null") == 0)
        *out = LN_VALUE_NULL;
    else if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        *out = ln_bool(*text == 't');
    else if (length >= 2 && text[0] == '"' && text[length - 1] == '"')
        return ln_values_string(values, text + 1, length - 2, out);
    else
        return ln_values_string(values, text, length, out);
    return LN_OK;
}

static enum ln_status parse_parameter(struct ln_spec *spec, const char *text, struct ln_values *values,
                                      struct ln_error *error)
{
    const struct ln_spec_class *class = spec->class;
    size_t length = strcspn(text, "=");
    char *end;
    if (!class->parameter)
        return ln_fail(error, LN_USAGE, "spec '%s' has no parameters", class->name);
    if (length != strlen(class->parameter) || memcmp(text, class->parameter, length) != 0 || text[length] != '=')
        return ln_fail(error, LN_USAGE, "spec '%s' knows the parameter '%s=...', not '%s'", class->name,
                       class->parameter, text);
    text += length + 1;
    if (class->parameter_kind == LN_PARAMETER_VALUE)
        return parse_value(text, values, &spec->value, error);
    errno = 0;
    spec->count = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || spec->count == 0)
        return ln_fail(error, LN_USAGE, "'%s=%s': expected a number of at least 1", class->parameter, text);
    if (class->parameter_most && spec->count > class->parameter_most)
        return ln_fail(error, LN_USAGE, "'%s=%s': expected a number of at most %llu", class->parameter, text,
                       (unsigned long long)class->parameter_most);
    return LN_OK;
}

enum ln_status ln_spec_parse(struct ln_spec *spec, const char *text, struct ln_values *values, struct ln_error *error)
{
    struct ln_text name = { text, strcspn(text, ":") };
    *spec = (struct ln_spec){ .value = LN_VALUE_NULL };
    for (size_t i = 0; i < CLASSES && !spec->class; i++)
        if (ln_name_matches(name, classes[i]->name, classes[i]->aliases))
            spec->class = classes[i];
    if (!spec->class)
        return unknown_class(name, error);
    spec->count = spec->class->parameter_default;
    if (text[name.length] == ':')
        return parse_parameter(spec, text + name.length + 1, values, error);
    return LN_OK;
}

static bool have_parameter_in_common(const struct ln_spec_class *a, const struct ln_spec_class *b)
{
    return a->parameter && b->parameter && a->parameter_kind == b->parameter_kind &&
           strcmp(a->parameter, b->parameter) == 0;
}

/* Does the user's word fit what the file says more exactly? */
static bool leaves_open(const struct ln_spec_class *class, const char *wanted, const struct ln_spec_class *file)
{
    struct ln_text name = { wanted, strlen(wanted) };
    return class->undirected && class->reversed == file && ln_name_matches(name, "", class->undirected);
}

enum ln_status ln_spec_parse_over(struct ln_spec *spec, const char *wanted, const char *named, struct ln_values *values,
                                  struct ln_error *error)
{
    struct ln_spec file;
    enum ln_status status = ln_spec_parse(spec, wanted, values, error);
    if (status || !named || strchr(wanted, ':'))
        return status;
    status = ln_spec_parse(&file, named, values, NULL);
    if (status == LN_NO_MEMORY)
        return ln_fail(error, status, "out of memory");
    if (!status && leaves_open(spec->class, wanted, file.class))
        *spec = file;
    if (status || !strchr(named, ':') || !have_parameter_in_common(spec->class, file.class))
        return LN_OK;
    if (spec->class->parameter_most && file.count > spec->class->parameter_most)
        return ln_fail(error, LN_USAGE, "spec '%s' cannot have the parameter of '%s', which the file names", wanted,
                       named);
    spec->count = file.count;
    spec->value = file.value;
    return LN_OK;
}
