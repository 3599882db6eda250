#include "contain/pulse.h"

#include "base/budget.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Seconds between two looks; more is a machine, or a process that looks, that stood still. */
static const double LOOK_MOST = 0.1;

struct look {
    char state;             /* one letter; 0: it is no more */
    unsigned long long ran; /* ticks */
};

static struct look look_at(pid_t process, pid_t thread)
{
    char path[64], line[512];
    const char *end;
    unsigned long long user = 0, system = 0;
    struct look look = { 0, 0 };
    FILE *file;
    snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)process, (int)thread);
    file = fopen(path, "r");
    if (file && fgets(line, sizeof line, file) && (end = strrchr(line, ')')) &&
        sscanf(end, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &look.state, &user, &system) == 3)
        look.ran = user + system;
    if (file)
        fclose(file);
    return look;
}

double ln_pulse_look(struct ln_pulse *pulse, pid_t process, pid_t thread, bool moved)
{
    uint64_t now = ln_now();
    double since = (double)(now - pulse->looked) / 1e9;
    struct look look = look_at(process, thread);
    if (moved || !pulse->looked)
        pulse->seconds = 0;
    else if (!look.state || strchr("STtZX", look.state))
        pulse->seconds += since < LOOK_MOST ? since : LOOK_MOST;
    else if (look.ran > pulse->ran)
        pulse->seconds += (double)(look.ran - pulse->ran) / (double)sysconf(_SC_CLK_TCK);
    pulse->looked = now;
    pulse->ran = look.ran;
    return pulse->seconds;
}
