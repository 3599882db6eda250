/* C. Compile with -Dcase_NAME. */
#include "case.h"

#define LONG_AT (*(volatile long *)at)

#ifdef case_take_large
APART static long take(struct large s) { return s.n; }
READS(struct large, take(*at), at->n = 1)
#endif
#ifdef case_take_small /* usual */
APART static long take(struct small s) { return s.n; }
READS(struct small, take(*at), at->n = 1)
#endif
#ifdef case_take_odd
APART static long take(struct odd s) { return s.c[0]; }
READS(struct odd, take(*at), at->c[0] = 1)
#endif
#ifdef case_take_member
struct outer { long x; struct large in[2]; };
APART static long take(int i, struct large s) { return s.n + i; }
READS(struct outer, take(0, at->in[1]), at->in[1].n = 1)
#endif
#ifdef case_take_global
static struct large global;
APART static long take(struct large s) { return s.n; }
READS(struct large, take(global), global.n = 1)
#endif
#ifdef case_take_numbered
/* A name like those that gcc gives to values. */
static struct large at_1;
APART static long take(struct large s) { return s.n; }
APART static long taken(long at) { for (long i = 0; i < at; i++) at += i; return take(at_1) + at; }
READS(struct large, taken(0), at_1.n = 1)
#endif
#ifdef case_take_through_pointer
APART static long take(struct large s) { return s.n; }
static long (*volatile to)(struct large) = take;
READS(struct large, to(*at), at->n = 1)
#endif
#ifdef case_take_variadic
APART static long take(int n, ...)
{
    va_list list;
    struct large s;
    va_start(list, n);
    s = va_arg(list, struct large);
    va_end(list);
    return s.n;
}
READS(struct large, take(1, *at), at->n = 1)
#endif
#ifdef case_take_union /* usual */
union u { struct large l; double d; };
APART static long take(union u s) { return s.l.n; }
READS(union u, take(*at), at->l.n = 1)
#endif
#ifdef case_give_large
APART static struct large give(long n) { struct large s = { n, { 0 } }; return s; }
WRITES(struct large, *at = give(n), at->n)
#endif
#ifdef case_give_small
APART static struct small give(long n) { struct small s = { n, 1 }; return s; }
WRITES(struct small, *at = give(n), at->n)
#endif
#ifdef case_give_global
static struct large global;
APART static struct large give(long n) { struct large s = { n, { 0 } }; return s; }
WRITES(struct large, global = give(n), global.n)
#endif
#ifdef case_give_copy
APART static struct large give(const struct large *p) { return *p; }
READS(struct large, give(at).n, at->n = 1)
#endif
#ifdef case_assign /* usual */
WRITES(struct large, struct large s = { .n = n }; *at = s, at->n)
#endif
#ifdef case_assign_from /* usual */
READS(struct large, ({ struct large s = *at; s.n; }), at->n = 1)
#endif
#ifdef case_assign_tiny /* usual */
WRITES(struct tiny, struct tiny s = { .n = (short)n }; *at = s, at->n)
#endif
#ifdef case_assign_odd /* usual */
READS(struct odd, ({ struct odd s = *at; s.c[0]; }), at->c[0] = 1)
#endif
#ifdef case_literal /* usual */
WRITES(struct large, *at = (struct large){ .n = n }, at->n)
#endif
#ifdef case_zero /* usual */
READS(struct large, ({ long v = at->n; v; }), *at = (struct large){ 0 }; at->n = 1)
#endif
#ifdef case_array_of_structures /* usual */
struct many { struct large all[3]; };
WRITES(struct many, for (int i = 0; i < 3; i++) at->all[i] = (struct large){ .n = n }, at->all[2].n)
#endif
#ifdef case_long_double
READS(long double, *at, *at = 1)
#endif
#ifdef case_long_double_write
WRITES(long double, *at = n, *at)
#endif
#ifdef case_complex /* usual */
READS(_Complex double, __real__ *at, *at = 1)
#endif
#ifdef case_complex_long
WRITES(_Complex long double, *at = n, __real__ *at)
#endif
#ifdef case_float128 /* usual */
READS(__float128, *at, *at = 1)
#endif
#ifdef case_int128
WRITES(__int128, *at = n, *at)
#endif
#ifdef case_bits /* usual */
struct bits { unsigned a : 3, b : 21; unsigned long long c : 40; };
WRITES(struct bits, at->b = (unsigned)n, at->b)
#endif
#ifdef case_packed_bits
struct __attribute__((packed)) bits { int a : 24; int b : 24; };
READS(struct bits, at->b, at->b = 1)
#endif
#ifdef case_bits_40
struct __attribute__((packed)) bits { unsigned long a : 40; };
WRITES(struct bits, at->a = (unsigned long)n, at->a)
#endif
#ifdef case_bitint
#ifdef __clang__
READS(_BitInt(24), *at, *at = 1)
#else
READS(int, *(volatile int *)at, *at = 1)
#endif
#endif
#ifdef case_vector_16 /* usual */
typedef long v __attribute__((vector_size(16)));
WRITES(v, *at = (v){ n }, (*at)[0])
#endif
#ifdef case_vector_32
typedef long v __attribute__((vector_size(32)));
WRITES(v, *at = (v){ n }, LONG_AT)
#endif
#ifdef case_vector_32_read
typedef long v __attribute__((vector_size(32)));
READS(v, ({ v x = *at; x[0]; }), LONG_AT = 1)
#endif
#ifdef case_vector_64
typedef long v __attribute__((vector_size(64)));
READS(v, ({ v x = *at; x[0] + x[7]; }), LONG_AT = 1)
#endif
#ifdef case_loop /* usual */
struct numbers { long n[8]; };
WRITES(struct numbers, for (int i = 0; i < 8; i++) at->n[i] = n, at->n[3])
#endif
#ifdef case_loop_bytes
struct numbers { char n[24]; };
READS(struct numbers, ({ int s = 0; for (int i = 0; i < 24; i++) s += at->n[i]; s; }), at->n[7] = 1)
#endif
#ifdef case_variable_length /* usual */
struct numbers { int n; };
APART static long via(const struct numbers *p, int size)
{
    char room[size];
    memset(room, 0, size);
    memcpy(room, p, sizeof *p);
    return room[0];
}
READS(struct numbers, via(at, 8), at->n = 1)
#endif
#ifdef case_switch /* usual */
READS(struct small, ({ long r = 9; switch (at->n) { case 0: r = 0; break; case 1: r = 1; break; case 2: r = 5; break;
                       case 3: r = 8; break; case 4: r = 7; break; } r; }), at->n = 1)
#endif
#ifdef case_name_with_mm
/* which is no register */
static struct small dummy, summary;
READS(struct small, (summary = dummy, ((volatile struct small *)&summary)->n), dummy.n = 1)
#endif
#ifdef case_compare
#ifdef __clang__
#define __builtin_memcmp_eq memcmp
#endif
READS(struct small, __builtin_memcmp_eq(at, &(struct small){ 0, 0 }, sizeof *at) != 0, at->n = 1)
#endif
