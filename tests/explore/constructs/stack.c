/* Right ones: what is handed over is the thread's own, and what is shared is behind a lock. Compile with -Dcase_NAME. */
#include "case.h"

#ifdef case_local
APART static long take(struct large s) { return s.n; }
READS(struct large, ({ struct large s = { at->n, { 0 } }; take(s); }), at->n = 1)
#endif
#ifdef case_local_filled
APART static long take(int i, struct large s) { return s.n + i; }
APART static void fill(struct large *s, long n) { memset(s, 0, sizeof *s); s->n = n; }
READS(struct large, ({ struct large s; fill(&s, at->n); take(0, s); }), at->n = 1)
#endif
#ifdef case_parameter
APART static long take(struct large s) { return s.n; }
APART static long pass(struct large s) { return take(s); }
READS(struct large, ({ struct large s = { at->n, { 0 } }; pass(s); }), at->n = 1)
#endif
#ifdef case_result
APART static struct large give(long n) { return (struct large){ n, { 0 } }; }
APART static long take(struct large s) { return s.n; }
READS(struct large, take(give(at->n)), at->n = 1)
#endif
#ifdef case_result_kept
APART static struct large give(long n) { return (struct large){ n, { 0 } }; }
WRITES(struct large, struct large s = give(n); at->n = s.n, at->n)
#endif
#ifdef case_function_given
APART static long call(long (*f)(long), long n) { return f(n); }
static long same(long n) { return n; }
READS(struct large, call(same, at->n) + call(labs, 0), at->n = 1)
#endif
#ifdef case_assigned
WRITES(struct large, struct large s = { .n = n }; *at = s, at->n)
#endif
#ifdef case_numbered
APART static long take(long n, long m) { return n + m; }
READS(struct large, ({ long v_1 = at->n, v, w; for (v = 0; v < 3; v++) v_1 += v;
                       __asm__("mov %1, %0" : "=r"(w) : "r"(v_1));
                       take(v_1, w + take(v, w)); }), at->n = 1)
#endif
#ifdef case_long_double
WRITES(long double, *at = (long double)n, (long)*at)
#endif
#ifdef case_vector
typedef long v __attribute__((vector_size(32)));
WRITES(v, *at = (v){ n }, ({ v x = *at; x[0]; }))
#endif
#ifdef case_variadic
APART static long take(int n, ...)
{
    va_list list;
    struct large s;
    va_start(list, n);
    s = va_arg(list, struct large);
    va_end(list);
    return s.n;
}
READS(struct large, ({ struct large s = { at->n, { 0 } }; take(1, s); }), at->n = 1)
#endif
#ifdef case_bits
struct __attribute__((packed)) bits { int a : 24; int b : 24; };
READS(struct bits, at->b, at->b = 1)
#endif
#ifdef case_long_double_sum
READS(long double, *at + *at * 2, *at += 1)
#endif
#ifdef case_complex
READS(_Complex double, *at + *at * 2.0i, *at = 1 + *at * 1.0i)
#endif
