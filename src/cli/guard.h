/* Guards the program against the user's own spec: a crash, an endless loop, an exit or nonsense inside of it ends the
 * run with exit code 65 and a message that says where, never with a verdict. */
#ifndef LN_CLI_GUARD_H
#define LN_CLI_GUARD_H

/* `limit`: seconds of CPU that one call into the spec may take. `spec` must live on. */
void guard_start(const char *spec, double limit);
/* The history that is being read or judged; must live on. */
void guard_history(const char *path);
/* A spec answers nonsense (plugin/plugin.h). */
_Noreturn void guard_nonsense(void *context, const char *what);

#endif
