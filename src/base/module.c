#include "base/module.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 4096 };

void ln_program_folder(char *folder, size_t room)
{
    ssize_t length = readlink("/proc/self/exe", folder, room - 1);
    char *slash;
    folder[length > 0 ? length : 0] = '\0';
    assert(length < (ssize_t)room);
    slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    else
        folder[0] = '\0';
}

static bool try_place(char *path, size_t room, const char *folder, const char *below, const char *name)
{
    int length = snprintf(path, room, "%s%s/linnet-%s.so", folder, below, name);
    return length > 0 && (size_t)length < room && access(path, R_OK) == 0;
}

static bool find(const char *name, char *path, size_t room)
{
    static const char *const below[] = { "", "/..", ("/../" LINNET_MODULES_BELOW) };
    char folder[ROOM];
    ln_program_folder(folder, sizeof folder);
    for (size_t i = 0; i < sizeof below / sizeof *below && folder[0]; i++)
        if (try_place(path, room, folder, below[i], name))
            return true;
    return try_place(path, room, LINNET_MODULES_INSTALLED, "", name);
}

bool ln_module_is_there(const char *name)
{
    char path[ROOM + 256];
    return find(name, path, sizeof path);
}

enum ln_status ln_module_load(const char *name, const char *package, const void **interface, struct ln_error *error)
{
    char path[ROOM + 256];
    const struct ln_module *module;
    void *object;
    if (!find(name, path, sizeof path))
        return ln_fail(error, LN_MISSING, "linnet was built without '%s'; install %s and build it again", name,
                       package);
    object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object)
        return ln_fail(error, LN_MISSING, "'%s' cannot be loaded (%s); install %s", name, dlerror(), package);
    module = dlsym(object, "linnet_module");
    if (module && strcmp(module->version, LINNET_VERSION) == 0) {
        *interface = module->interface;
        return LN_OK;
    }
    dlclose(object);
    return ln_fail(error, LN_MISSING, "%s is not of linnet " LINNET_VERSION "; build it again", path);
}
