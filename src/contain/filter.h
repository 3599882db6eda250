/* Inside src/contain only: which system calls the kernel stops. */
#ifndef LN_CONTAIN_FILTER_H
#define LN_CONTAIN_FILTER_H

#include <stdbool.h>
#include <sys/types.h>

/* In the sixth argument of a call that passes: those that send signals have at most four. */
#define LN_FILTER_PASS 0x6c696e6eu

/* Can the kernel do it? */
bool ln_filter_is_there(void);
/* From now on this process gets SIGSYS for a call that is stopped. */
bool ln_filter_install(pid_t self);
/* What a call that was stopped is called; NULL: it sends a signal. */
const char *ln_filter_name(long number, unsigned long first);

#endif
