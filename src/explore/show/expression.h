/* Expressions of C and C++ found in their source text, around a place that the compiler's line table gives.
 *
 * Line tables say where a statement or an operator stands, not how far the expression goes. gcc points at the operator
 * (`n^->next`, `x ^= 1`, `slots^[i]`), clang at the name (`n->^next`) or at the start (`^slots[i]`), and what is read on
 * the way to a member has the place of the member. So this gives guesses, the most likely first; who knows the types
 * and the address (explore/show/source.h) picks the one that fits. There is no parser here: what is not understood, such as
 * macros, gives no guess. */
#ifndef LN_EXPLORE_SHOW_EXPRESSION_H
#define LN_EXPLORE_SHOW_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

/* Of a text; it belongs to someone else. */
struct ln_piece {
    const char *at;
    size_t length;
};

enum { LN_GUESSES = 12, LN_ARGUMENTS = 6 };

struct ln_guesses {
    struct ln_piece at[LN_GUESSES];
    size_t count;
};

/* Lvalues that the code at offset `at` may read or write. */
void ln_expression_guess(struct ln_piece text, size_t at, bool writes, struct ln_guesses *guesses);

/* An lvalue and all that is read on the way to it: `q->items[i]`, `q->items`, `q`. */
void ln_expression_way(struct ln_piece lvalue, struct ln_guesses *guesses);

struct ln_call {
    struct ln_piece callee;
    struct ln_piece object; /* of a method, `s->top` in `s->top.load()`; else empty */
    struct ln_piece arguments[LN_ARGUMENTS];
    size_t count;
};

/* Is there a call at that offset? */
bool ln_expression_call(struct ln_piece text, size_t at, struct ln_call *call);

/* The name that begins there, or nothing. */
struct ln_piece ln_expression_name(struct ln_piece text, size_t at);

bool ln_piece_is(struct ln_piece piece, const char *text);
bool ln_piece_has(struct ln_piece piece, const char *part);
struct ln_piece ln_piece_trim(struct ln_piece piece);
/* The bracket that belongs to the one at `at`, or piece.length. */
size_t ln_piece_closing(struct ln_piece piece, size_t at);

#endif
