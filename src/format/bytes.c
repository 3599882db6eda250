/* Raw bytes from a file, standard input, or memory. */
#include "format/bytes.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static enum ln_status system_error(int number, struct ln_error *error)
{
    char text[128];
    if (number == EISDIR)
        return ln_fail(error, LN_BAD_INPUT, "is a directory");
    if (strerror_r(number, text, sizeof text) != 0)
        return ln_fail(error, LN_BAD_INPUT, "error %d of the system", number);
    return ln_fail(error, LN_BAD_INPUT, "%s", text);
}

enum ln_status ln_bytes_open(struct ln_bytes *bytes, const char *path, struct ln_budget *budget, struct ln_error *error)
{
    struct stat what;
    enum ln_status status;
    *bytes = (struct ln_bytes){ .fd = STDIN_FILENO, .budget = budget };
    if (strcmp(path, "-") != 0)
        bytes->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (bytes->fd < 0)
        return system_error(errno, error);
    if (fstat(bytes->fd, &what) != 0)
        status = system_error(errno, error);
    else
        status = S_ISDIR(what.st_mode) ? system_error(EISDIR, error) : LN_OK;
    if (status)
        ln_bytes_close(bytes);
    return status;
}

void ln_bytes_borrow(struct ln_bytes *bytes, const void *at, size_t length)
{
    *bytes = (struct ln_bytes){ .fd = -1, .at = at, .left = length };
}

void ln_bytes_follow(struct ln_bytes *bytes)
{
    struct stat what;
    bytes->follow = bytes->budget && bytes->fd >= 0 && fstat(bytes->fd, &what) == 0 && S_ISREG(what.st_mode);
}

void ln_bytes_close(struct ln_bytes *bytes)
{
    if (bytes->fd > STDIN_FILENO)
        close(bytes->fd);
    bytes->fd = -1;
}

static size_t read_memory(struct ln_bytes *bytes, void *to, size_t room)
{
    size_t size = bytes->left < room ? bytes->left : room;
    if (size) {
        memcpy(to, bytes->at, size);
        bytes->at += size;
        bytes->left -= size;
    }
    return size;
}

/* A pipe or a terminal may keep us waiting: the budget is looked at meanwhile. False when it is spent. */
static bool wait_for_input(const struct ln_bytes *bytes)
{
    enum { A_WHILE = 50 }; /* milliseconds */
    struct pollfd input = { .fd = bytes->fd, .events = POLLIN };
    if (!bytes->budget)
        return true;
    while (poll(&input, 1, A_WHILE) <= 0)
        if (ln_budget_look(bytes->budget))
            return false;
    return true;
}

/* At the end of a file that is followed. False when the budget is spent. */
static bool wait_for_more(const struct ln_bytes *bytes)
{
    const struct timespec a_while = { 0, 50 * 1000 * 1000 };
    assert(bytes->follow && bytes->budget);
    if (ln_budget_look(bytes->budget))
        return false;
    nanosleep(&a_while, NULL);
    return true;
}

enum ln_status ln_bytes_read(struct ln_bytes *bytes, void *to, size_t room, size_t *got, struct ln_error *error)
{
    ssize_t size;
    assert(room); /* else the end is not told from no room */
    *got = 0;
    if (bytes->fd < 0) {
        *got = read_memory(bytes, to, room);
        return LN_OK;
    }
    do {
        if (!wait_for_input(bytes))
            return ln_fail(error, LN_STOPPED, "stopped while waiting for input");
        size = read(bytes->fd, to, room);
        if (size < 0 && errno != EINTR)
            return system_error(errno, error);
        if (size == 0 && bytes->follow && !wait_for_more(bytes))
            return ln_fail(error, LN_STOPPED, "stopped while waiting for more");
    } while (size < 0 || (size == 0 && bytes->follow));
    assert((size_t)size <= room);
    *got = (size_t)size;
    return LN_OK;
}
