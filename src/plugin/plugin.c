#include "plugin/plugin.h"

#include "base/hash.h"
#include "history/public_value.h"
#include "plugin/compile.h"
#include "plugin/stepping.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPERATIONS = 1000, TEXT_ROOM = 256, SHOWN_BYTES = 24 };

struct ln_plugin {
    struct ln_spec_class class; /* first: a class is turned back into its plug-in */
    const linnet_spec *spec;
    struct ln_method *methods;
    struct ln_memory *memory;
    struct ln_plugin_nonsense nonsense;
    bool guarded; /* somebody watches where threads are in it (plugin/stepping.h) */
    void *object; /* NULL: it was in memory */
};

static const struct ln_plugin *plugin_of(const struct ln_spec *spec)
{
    return (const struct ln_plugin *)(const void *)spec->class;
}

/* ---- entering, leaving, and what it emits ---- */

struct emitting {
    linnet_emit emit; /* first: what the spec is given */
    const struct ln_plugin *plugin;
    struct ln_state from;
    struct ln_next *next; /* NULL: this is not the time to emit */
};

/* One per thread, and not on the stack, so that a spec that kept the pointer is found out when it uses it later. */
static _Thread_local struct emitting emitting;

/* False when memory is refused. */
static bool enter(const struct ln_plugin *plugin, const char *function, const struct ln_invocation *in)
{
    struct ln_stepping *stepping = plugin->guarded ? ln_stepping_mine() : NULL;
    if (stepping)
        ln_stepping_enter(stepping, function, in ? plugin->methods[in->method].name : NULL, in ? in->line : 0);
    return stepping || !plugin->guarded;
}

static void leave(const struct ln_plugin *plugin)
{
    emitting.plugin = NULL; /* it may be gone when somebody emits who should not */
    if (plugin->guarded)
        ln_stepping_leave(ln_stepping_mine());
}

static void nonsense(const struct ln_plugin *plugin, const char *what)
{
    plugin->nonsense.say(plugin->nonsense.context, what);
}

static const char *fault_of_state(const linnet_emit *emit, const void *bytes, size_t length)
{
    if (emit != &emitting.emit || !emitting.next)
        return "it emits a state when it was not asked for one";
    if (length && !bytes)
        return "it emits a state of several bytes at a null pointer";
    if (length > LINNET_STATE_LIMIT)
        return "it emits a state of more than 1048576 bytes";
    return emitting.next->states.length < LINNET_SUCCESSOR_LIMIT ? NULL : "it emits more than 65536 states";
}

static void take_state(linnet_emit *emit, const void *bytes, size_t length)
{
    struct emitting *to = &emitting;
    const char *fault = fault_of_state(emit, bytes, length);
    void *room;
    if (fault && to->plugin)
        nonsense(to->plugin, fault);
    if (fault && to->next)
        to->next->failed = true; /* there is nothing to go on with */
    if (fault)
        return;
    if (to->from.at && length == to->from.length && (length == 0 || memcmp(bytes, to->from.at, length) == 0)) {
        ln_next_stay(to->next);
        return;
    }
    room = ln_next_add(to->next, length);
    if (room && length)
        memcpy(room, bytes, length);
}

static linnet_emit *begin_emitting(const struct ln_plugin *plugin, struct ln_state from, struct ln_next *next)
{
    assert(!emitting.next);
    emitting = (struct emitting){ { take_state }, plugin, from, next };
    return &emitting.emit;
}

/* ---- what it is told ---- */

struct call_telling {
    linnet_call call;
    linnet_value args[LINNET_ARGUMENT_LIMIT];
    struct ln_arena arena; /* of lists */
};

static bool tell(const struct ln_plugin *plugin, const struct ln_invocation *in, struct call_telling *telling)
{
    size_t count = plugin->methods[in->method].most;
    enum ln_status status = LN_OK;
    assert(in->method < plugin->class.method_count && count <= LINNET_ARGUMENT_LIMIT);
    ln_arena_init(&telling->arena, plugin->memory);
    for (size_t i = 0; i < count && !status; i++)
        status = ln_value_to_public(in->values, &in->args[i], &telling->arena, &telling->args[i], NULL);
    telling->call = (linnet_call){ .operation = in->method, .argument_count = count, .arguments = telling->args };
    return !status && !ln_value_to_public(in->values, &in->result, &telling->arena, &telling->call.result, NULL);
}

/* ---- the hooks of the class ---- */

static void initial(const struct ln_spec *spec, struct ln_next *next)
{
    const struct ln_plugin *plugin = plugin_of(spec);
    if (!enter(plugin, "initial", NULL)) {
        next->failed = true;
        return;
    }
    plugin->spec->initial(begin_emitting(plugin, (struct ln_state){ NULL, 0 }, next));
    emitting.next = NULL;
    if (next->states.length == 0 && !next->failed) {
        nonsense(plugin, "it emits no initial state");
        next->failed = true;
    }
    leave(plugin);
}

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    static const uint8_t empty[1];
    const struct ln_plugin *plugin = plugin_of(spec);
    struct ln_state from = { state.length ? state.at : empty, state.length };
    bool entered = enter(plugin, "step", in);
    struct call_telling telling;
    if (entered && tell(plugin, in, &telling)) {
        plugin->spec->step(from.at, from.length, &telling.call, begin_emitting(plugin, from, next));
        emitting.next = NULL;
    } else {
        next->failed = true;
    }
    if (entered) {
        ln_arena_fini(&telling.arena);
        leave(plugin);
    }
}

static bool blocks(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in)
{
    const struct ln_plugin *plugin = plugin_of(spec);
    struct call_telling telling;
    bool waits = false;
    if (!enter(plugin, "blocks", in))
        return false;
    emitting.plugin = plugin;
    if (tell(plugin, in, &telling))
        waits = plugin->spec->blocks(state.length ? state.at : (const void *)"", state.length, &telling.call);
    ln_arena_fini(&telling.arena);
    leave(plugin);
    return waits;
}

/* The word that stands for a partition. Strings are hashed: two that fall together are judged together, which is slower
 * but as correct. False: not a value that a partition may be. */
static bool word_of_part(linnet_value value, ln_value *out)
{
    switch (value.kind) {
    case LINNET_KIND_NULL: *out = LN_VALUE_NULL; return true;
    case LINNET_KIND_BOOL: *out = ln_bool(value.is.truth); return true;
    case LINNET_KIND_INT: *out = ln_small((int64_t)(ln_mix((uint64_t)value.is.number) >> 4)); return true;
    case LINNET_KIND_EVERYTHING: *out = LN_VALUE_NONE; return true;
    case LINNET_KIND_STRING:
        if (value.length && !value.is.bytes)
            return false;
        *out = ln_small((int64_t)(ln_hash(value.length ? value.is.bytes : "", value.length) >> 4));
        return true;
    case LINNET_KIND_REAL:
    case LINNET_KIND_LIST:
    case LINNET_KIND_MAP:
    case LINNET_KIND_UNKNOWN:
    case LINNET_KIND_FAILED: break;
    }
    return false;
}

static ln_value part(const struct ln_spec *spec, const struct ln_invocation *in)
{
    const struct ln_plugin *plugin = plugin_of(spec);
    struct call_telling telling;
    ln_value word = LN_VALUE_NONE;
    if (!enter(plugin, "partition", in))
        return word; /* undivided is always correct */
    emitting.plugin = plugin;
    if (tell(plugin, in, &telling) && !word_of_part(plugin->spec->partition(&telling.call), &word))
        nonsense(plugin, "its partition is neither null, a bool, an int, a string nor everything");
    ln_arena_fini(&telling.arena);
    leave(plugin);
    return word;
}

static void write_bytes(struct ln_state state, struct ln_str *out)
{
    for (size_t i = 0; i < state.length && i < SHOWN_BYTES; i++)
        ln_str_format(out, "%s%02x", i ? " " : "", state.at[i]);
    if (state.length > SHOWN_BYTES)
        ln_str_format(out, " ... (%zu bytes)", state.length);
    if (!state.length)
        ln_str_text(out, "empty");
}

static void write_state(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                        struct ln_str *out)
{
    const struct ln_plugin *plugin = plugin_of(spec);
    char text[TEXT_ROOM] = "";
    (void)values;
    if (!plugin->spec->describe || !enter(plugin, "describe", NULL)) {
        write_bytes(state, out);
        return;
    }
    emitting.plugin = plugin;
    plugin->spec->describe(state.length ? state.at : (const void *)"", state.length, text, sizeof text);
    leave(plugin);
    text[sizeof text - 1] = '\0';
    ln_str_text(out, text);
}

/* ---- loading ---- */

static const char *fault_of(const linnet_spec *spec)
{
    if (!spec->name || !*spec->name)
        return "it has no name";
    if (!spec->operations || !spec->operation_count)
        return "it has no operations";
    if (spec->operation_count > MOST_OPERATIONS)
        return "it has more than 1000 operations";
    if (!spec->initial)
        return "it has no initial()";
    if (!spec->step)
        return "it has no step()";
    for (size_t i = 0; i < spec->operation_count; i++) {
        if (!spec->operations[i].name || !*spec->operations[i].name)
            return "one of its operations has no name";
        if (spec->operations[i].arguments > LINNET_ARGUMENT_LIMIT)
            return "one of its operations has more than 16 arguments";
    }
    return NULL;
}

static enum ln_status adopt(struct ln_plugin *plugin, const char *path, struct ln_error *error)
{
    const linnet_spec *spec = plugin->spec;
    const char *fault;
    if (spec->version != LINNET_SPEC_VERSION)
        return ln_fail(error, LN_BAD_INPUT, "%s: it was made for version %u of linnet/spec.h, expected %d", path,
                       spec->version, LINNET_SPEC_VERSION);
    fault = fault_of(spec);
    if (fault)
        return ln_fail(error, LN_BAD_INPUT, "%s: %s", path, fault);
    plugin->methods = ln_take_zeroed(plugin->memory, spec->operation_count * sizeof *plugin->methods);
    if (!plugin->methods)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < spec->operation_count; i++) {
        uint8_t arity = (uint8_t)spec->operations[i].arguments;
        plugin->methods[i] = (struct ln_method){ .name = spec->operations[i].name,
                                                 .aliases = "",
                                                 .arguments = arity == 1 ? "1 argument"
                                                              : arity    ? "several"
                                                                         : "",
                                                 .results = "what step accepts",
                                                 .least = arity,
                                                 .most = arity,
                                                 .returns = LN_RETURNS_VALUE,
                                                 .effect = LN_CHANGES,
                                                 .takes = LN_TAKES_ANY };
    }
    plugin->class = (struct ln_spec_class){
        .name = spec->name,
        .aliases = "",
        .summary = "a spec of the user's own",
        .methods = plugin->methods,
        .method_count = spec->operation_count,
        .initial = initial,
        .step = step,
        .blocks = spec->blocks ? blocks : NULL,
        .part = spec->partition ? part : NULL,
        .write_state = write_state,
    };
    return LN_OK;
}

/* Constructors run while it is loaded, and what is read may be anything: both count as being inside the spec. */
static enum ln_status open_object(struct ln_plugin *plugin, const char *path, const char *object,
                                  struct ln_error *error)
{
    struct ln_stepping *stepping = ln_stepping_mine();
    char named[4096];
    enum ln_status status = LN_OK;
    if (!stepping)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    /* Without a slash the system would look elsewhere. */
    snprintf(named, sizeof named, "%s%s", strchr(object, '/') ? "" : "./", object);
    ln_stepping_enter(stepping, "loading", NULL, 0);
    plugin->object = dlopen(named, RTLD_NOW | RTLD_LOCAL);
    if (!plugin->object)
        status = ln_fail(error, LN_BAD_INPUT, "%s: it cannot be loaded: %s", path, dlerror());
    else if (!(plugin->spec = dlsym(plugin->object, "linnet_the_spec")))
        status = ln_fail(error, LN_BAD_INPUT, "%s: it declares no LINNET_SPEC (see linnet/spec.h)", path);
    else
        status = adopt(plugin, path, error);
    ln_stepping_leave(stepping);
    return status;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), more = strlen(end);
    return length > more && strcmp(text + length - more, end) == 0;
}

bool ln_plugin_is_file(const char *spec)
{
    return ends_with(spec, ".c") || ends_with(spec, ".so");
}

static struct ln_plugin *new_plugin(struct ln_plugin_nonsense nonsense, struct ln_memory *memory)
{
    struct ln_plugin *plugin = ln_take_zeroed(memory, sizeof *plugin);
    if (plugin) {
        plugin->memory = memory;
        plugin->nonsense = nonsense;
    }
    return plugin;
}

/* The plug-in is the caller's if it is fit for use. */
static enum ln_status hand_out(struct ln_plugin *plugin, enum ln_status status, struct ln_plugin **out)
{
    if (status)
        ln_plugin_free(plugin);
    else
        *out = plugin;
    return status;
}

enum ln_status ln_plugin_borrow(struct ln_plugin **out, const linnet_spec *spec, struct ln_plugin_nonsense nonsense,
                                struct ln_memory *memory, struct ln_error *error)
{
    struct ln_plugin *plugin = new_plugin(nonsense, memory);
    if (!plugin)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    plugin->spec = spec;
    return hand_out(plugin, adopt(plugin, "the spec", error), out);
}

enum ln_status ln_plugin_load(struct ln_plugin **out, const char *path, struct ln_plugin_nonsense nonsense,
                              struct ln_compiler_limit limit, struct ln_memory *memory, struct ln_error *error)
{
    struct ln_plugin *plugin = new_plugin(nonsense, memory);
    struct ln_compiled compiled = { .folder = "" };
    enum ln_status status = LN_OK;
    if (!plugin)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    plugin->guarded = true;
    if (ends_with(path, ".c"))
        status = ln_compile(&compiled, &(struct ln_sources){ .files = &path, .file_count = 1, .limit = limit }, error);
    if (!status)
        status = open_object(plugin, path, compiled.folder[0] ? compiled.object : path, error);
    ln_compiled_remove(&compiled);
    return hand_out(plugin, status, out);
}

void ln_plugin_free(struct ln_plugin *plugin)
{
    if (!plugin)
        return;
    if (plugin->methods)
        ln_give(plugin->memory, plugin->methods, plugin->class.method_count * sizeof *plugin->methods);
    if (plugin->object)
        dlclose(plugin->object);
    ln_give(plugin->memory, plugin, sizeof *plugin);
}

const struct ln_spec_class *ln_plugin_class(const struct ln_plugin *plugin)
{
    return &plugin->class;
}
