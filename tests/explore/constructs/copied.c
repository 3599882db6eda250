/* Structures that are assigned and bits beside others: what is read and what is written. Compile with -Dcase_NAME.
 *
 * `twice` does so to what `once` changes in the meantime. Wrong ones lose that, or see half of it; with LOCKED
 * they do not. */
#include "case.h"

#define PAIR(TYPE, TWICE, ONCE)                                \
    SHARED(TYPE)                                               \
    static linnet_value twice(void *o, const linnet_value *a)  \
    {                                                          \
        long value;                                            \
        (void)o, (void)a;                                      \
        enter();                                               \
        value = (long)(TWICE);                                 \
        leave();                                               \
        return LINNET_INT(value);                              \
    }                                                          \
    static linnet_value once(void *o, const linnet_value *a)   \
    {                                                          \
        (void)o, (void)a;                                      \
        enter();                                               \
        ONCE;                                                  \
        leave();                                               \
        return LINNET_VOID;                                    \
    }                                                          \
    OPERATIONS(twice, once)

/* The neighbour changes from 0 to 1 before the store, or behind it; in the middle of it, it is lost. */
#define BITS(...)                                                                                            \
    struct bits { __VA_ARGS__; };                                                                            \
    APART static void set(struct bits *p) { p->a = 1; }                                                      \
    APART static long get(const struct bits *p) { return p->b; }                                             \
    static int done; /* `once` has returned */                                                               \
    PAIR(struct bits, ({ int before = done; set(at); BARRIER; (before * 2 + done) * 2 + get(at); }),         \
         at->b = 1; BARRIER; done = 1)

/* Copied to where `once` writes, too, behind what it is copied from: then both are the same, or it is before both. */
#define COPY(TYPE, MEMBER)                                                              \
    struct both { TYPE main, shadow; };                                                 \
    PAIR(struct both, ({ at->shadow = at->main; BARRIER; at->shadow.MEMBER + 2 * at->main.MEMBER; }),  \
         at->main.MEMBER = 1; BARRIER; at->shadow.MEMBER = 1)

/* All of it is the same, or it is not. */
#define TORN(COUNT)                                                                                \
    struct many { long n[COUNT]; };                                                                \
    PAIR(struct many, ({ struct many s = *at; BARRIER; s.n[0] * 2 + s.n[COUNT - 1]; }),             \
         struct many s; for (int i = 0; i < COUNT; i++) s.n[i] = 1; BARRIER; *at = s)

#ifdef case_bits_beside
BITS(unsigned a : 3, b : 3)
#endif
#ifdef case_bits_one
BITS(unsigned a : 1, b : 1)
#endif
#ifdef case_bits_wide
BITS(unsigned a : 13, b : 3)
#endif
#ifdef case_bits_long
BITS(unsigned long a : 20, b : 40)
#endif
#ifdef case_bits_behind
BITS(unsigned b : 3; unsigned long c : 40; int d : 3, a : 24)
#endif
#ifdef case_bits_volatile
BITS(volatile unsigned a : 3, b : 3)
#endif
#ifdef case_copy_1
struct one { long n; };
COPY(struct one, n)
#endif
#ifdef case_copy_short
struct two { short m, n; };
COPY(struct two, n)
#endif
#ifdef case_copy_2
COPY(struct small, m)
#endif
#ifdef case_copy_5
COPY(struct large, rest[3])
#endif
#ifdef case_copy_odd
COPY(struct odd, c[4])
#endif
#ifdef case_copy_40
struct forty { long n[40]; };
COPY(struct forty, n[20])
#endif
#ifdef case_torn_2
TORN(2)
#endif
#ifdef case_torn_3
TORN(3)
#endif
#ifdef case_torn_8
TORN(8)
#endif
#ifdef case_torn_40
TORN(40)
#endif
