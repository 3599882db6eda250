#include "base/sized.h"

#include "linnet/version.h"

#include <string.h>

const char *ln_sized_read(void *own, size_t room, const void *given)
{
    const unsigned char *bytes = given;
    size_t size = sizeof size;
    memset(own, 0, room);
    if (!given)
        return NULL;
    memcpy(&size, given, sizeof size);
    if (size < sizeof size)
        return "a struct does not say its size; it begins with its initialiser, such as LINNET_OPTIONS";
    for (size_t i = room; i < size; i++)
        if (bytes[i])
            return "something is asked for that linnet " LINNET_VERSION " does not know: the program is for a later";
    memcpy(own, given, size < room ? size : room);
    return NULL;
}
