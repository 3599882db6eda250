/* Functions that no engine lets the code under test call: they make processes, or become another program. Whoever links
 * something into that code defines them all, so that a call is refused by its name; the kernel stops those that are
 * made elsewhere (src/contain). */
#ifndef LN_OBJECT_REFUSED_H
#define LN_OBJECT_REFUSED_H

/* clang-format off */
/* X(name) for each of them. Those that never return to their caller need no other type than that. */
#define LN_REFUSED(X)                                                                                          \
    X(fork) X(vfork) X(_Fork) X(clone) X(posix_spawn) X(posix_spawnp) X(system) X(popen) X(daemon) X(forkpty)  \
    X(execl) X(execlp) X(execle) X(execv) X(execve) X(execvp) X(execvpe) X(execveat) X(fexecve)
/* clang-format on */

/* A system call that there is not, with a name as its argument: the filter of src/contain takes it for a call of that
 * name. For calls that are made while the code is loaded, when nobody has told it yet whom to tell. */
#define LN_REFUSED_CALL 0x4c4e4e

#endif
