/* What the compiler has of the C library by names of its own. Compile with -Dcase_NAME. */
#include "case.h"

struct text {
    char s[64];
};

#define READS_TEXT(EXPRESSION) READS(struct text, EXPRESSION, at->s[0] = 1)
/* Constants are what instructions are made of. */
#define WRITES_TEXT(ONE, OTHER) WRITES(struct text, (n == 1 ? (void)(ONE) : (void)(OTHER)), at->s[0])

/* Known when it is compiled, whatever becomes of the rest. */
static char room[__builtin_strlen("text") + (__builtin_strcmp("a", "a") == 0)] __attribute__((unused));

#ifdef case_strlen
READS_TEXT(__builtin_strlen(at->s))
#endif
#ifdef case_strcmp
READS_TEXT(__builtin_strcmp(at->s, "") == 0)
#endif
#ifdef case_strncmp
READS_TEXT(__builtin_strncmp(at->s, "\1", 2) == 0)
#endif
#ifdef case_memcmp
READS_TEXT(__builtin_memcmp(at->s, "\0\0\0\0", 4) == 0)
#endif
#ifdef case_bcmp
READS_TEXT(__builtin_bcmp(at->s, "\0\0\0\0", 4) == 0)
#endif
#ifdef case_memchr
READS_TEXT(__builtin_memchr(at->s, 1, 8) != 0)
#endif
#ifdef case_strchr
READS_TEXT(__builtin_strchr(at->s, 1) != 0)
#endif
#ifdef case_strstr
READS_TEXT(__builtin_strstr(at->s, "\1") != 0)
#endif
#ifdef case_strspn
READS_TEXT(__builtin_strspn(at->s, "\1"))
#endif
#ifdef case_strcpy
WRITES_TEXT(__builtin_strcpy(at->s, "1"), __builtin_strcpy(at->s, "2345678"))
#endif
#ifdef case_strncpy
WRITES_TEXT(__builtin_strncpy(at->s, "1", 2), __builtin_strncpy(at->s, "2", 8))
#endif
#ifdef case_stpcpy
WRITES_TEXT(__builtin_stpcpy(at->s, "1"), __builtin_stpcpy(at->s, "2345678"))
#endif
#ifdef case_strcat
WRITES(struct text, __builtin_strcat(at->s, "1"), at->s[0] + at->s[1])
#endif
#ifdef case_memcpy
WRITES_TEXT(__builtin_memcpy(at->s, "1", 2), __builtin_memcpy(at->s, "2", 2))
#endif
#ifdef case_mempcpy
WRITES_TEXT(__builtin_mempcpy(at->s, "1", 2), __builtin_mempcpy(at->s, "2", 2))
#endif
#ifdef case_memset
WRITES_TEXT(__builtin_memset(at->s, 1, 4), __builtin_memset(at->s, 2, 4))
#endif
#ifdef case_bzero
WRITES(struct text, __builtin_bzero(at->s, 8); at->s[0] = (char)n, at->s[0])
#endif
/* With clang they are the C library's, and told. */
#if defined __clang__ && defined LOCKED
#define __builtin___strcpy_chk(to, from, room) strcpy(to, from)
#define __builtin___memcpy_chk(to, from, size, room) memcpy(to, from, size)
#define __builtin___snprintf_chk(to, size, flag, room, ...) __builtin_snprintf(to, size, __VA_ARGS__)
#endif
#ifdef case_memcpy_checked
WRITES_TEXT(__builtin___memcpy_chk(at->s, "1", 2, 64), __builtin___memcpy_chk(at->s, "2", 2, 64))
#endif
#ifdef case_strcpy_checked
WRITES_TEXT(__builtin___strcpy_chk(at->s, "1", 64), __builtin___strcpy_chk(at->s, "2", 64))
#endif
#ifdef case_sprintf
WRITES_TEXT(__builtin_sprintf(at->s, "1"), __builtin_sprintf(at->s, "2"))
#endif
#ifdef case_snprintf_checked
WRITES_TEXT(__builtin___snprintf_chk(at->s, 9, 1, 64, "1"), __builtin___snprintf_chk(at->s, 9, 1, 64, "%s", "2"))
#endif
