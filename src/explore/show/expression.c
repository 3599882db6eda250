#include "explore/show/expression.h"

#include <ctype.h>
#include <string.h>

bool ln_piece_is(struct ln_piece piece, const char *text)
{
    return strlen(text) == piece.length && memcmp(piece.at, text, piece.length) == 0;
}

bool ln_piece_has(struct ln_piece piece, const char *part)
{
    size_t length = strlen(part);
    for (size_t i = 0; i + length <= piece.length; i++)
        if (memcmp(piece.at + i, part, length) == 0)
            return true;
    return false;
}

struct ln_piece ln_piece_trim(struct ln_piece piece)
{
    while (piece.length && isspace((unsigned char)piece.at[piece.length - 1]))
        piece.length--;
    while (piece.length && isspace((unsigned char)*piece.at))
        piece.at++, piece.length--;
    return piece;
}

static char char_at(struct ln_piece text, size_t at)
{
    return at < text.length ? text.at[at] : '\0';
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t skip_space(struct ln_piece text, size_t at)
{
    while (at < text.length && isspace((unsigned char)text.at[at]))
        at++;
    return at;
}

static size_t skip_space_back(struct ln_piece text, size_t at)
{
    while (at && isspace((unsigned char)text.at[at - 1]))
        at--;
    return at;
}

/* Names have scopes in C++: `std::atomic_load` is one. */
static size_t name_end(struct ln_piece text, size_t at)
{
    while (in_name(char_at(text, at)) ||
           (char_at(text, at) == ':' && char_at(text, at + 1) == ':' && in_name(char_at(text, at + 2))))
        at += text.at[at] == ':' ? 2 : 1;
    return at;
}

static size_t name_begin(struct ln_piece text, size_t end)
{
    while (end && (in_name(text.at[end - 1]) || (end > 2 && text.at[end - 1] == ':' && text.at[end - 2] == ':')))
        end -= text.at[end - 1] == ':' ? 2 : 1;
    return end;
}

struct ln_piece ln_expression_name(struct ln_piece text, size_t at)
{
    return (struct ln_piece){ text.at + at, name_end(text, at) - at };
}

static size_t skip_quoted(struct ln_piece piece, size_t at)
{
    char quote = piece.at[at++];
    while (at < piece.length && piece.at[at] != quote && piece.at[at] != '\n')
        at += piece.at[at] == '\\' ? 2 : 1;
    return at;
}

size_t ln_piece_closing(struct ln_piece piece, size_t at)
{
    size_t depth = 0;
    for (; at < piece.length; at++) {
        char c = piece.at[at];
        if (c == '"' || c == '\'')
            at = skip_quoted(piece, at);
        else if (c == ';' || c == '{' || c == '}')
            break;
        else if (c == '(' || c == '[')
            depth++;
        else if ((c == ')' || c == ']') && --depth == 0)
            return at;
    }
    return piece.length;
}

/* The one that opens what closes just before `end`; `end` itself: there is none. */
static size_t opening(struct ln_piece text, size_t end)
{
    size_t depth = 0;
    for (size_t at = end; at--;) {
        char c = text.at[at];
        if (c == ';' || c == '{' || c == '}' || c == '"' || c == '\'')
            break;
        if (c == ')' || c == ']')
            depth++;
        if ((c == '(' || c == '[') && --depth == 0)
            return at;
    }
    return end;
}

static bool is_keyword(struct ln_piece name)
{
    static const char *const words[] = { "return", "if", "while", "for",  "sizeof",
                                         "else",   "do", "case",  "goto", "switch" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (ln_piece_is(name, words[i]))
            return true;
    return false;
}

/* The length of `.` or `->` that ends at `end`, or 0. */
static size_t selector_before(struct ln_piece text, size_t end)
{
    if (end && text.at[end - 1] == '.' && !(end > 1 && text.at[end - 2] == '.'))
        return 1;
    return end > 1 && text.at[end - 1] == '>' && text.at[end - 2] == '-' ? 2 : 0;
}

static size_t selector_at(struct ln_piece text, size_t at)
{
    if (char_at(text, at) == '.')
        return 1;
    return char_at(text, at) == '-' && char_at(text, at + 1) == '>' ? 2 : 0;
}

/* Where the expression of names, selectors, subscripts and brackets begins that ends at `end`; `end`: there is none. */
static size_t chain_begin(struct ln_piece text, size_t end)
{
    size_t at = skip_space_back(text, end), begin;
    for (;;) {
        while (at && text.at[at - 1] == ']') {
            begin = opening(text, at);
            if (begin == at)
                return end;
            at = skip_space_back(text, begin);
        }
        if (at && text.at[at - 1] == ')') {
            begin = opening(text, at);
            if (begin == at || !begin)
                return end;
            at = begin;
            begin = name_begin(text, at);
            if (begin == at || is_keyword(ln_expression_name(text, begin)))
                return at;
        } else {
            begin = name_begin(text, at);
            if (begin == at || is_keyword(ln_expression_name(text, begin)) || isdigit((unsigned char)text.at[begin]))
                return end;
        }
        at = skip_space_back(text, begin);
        if (!selector_before(text, at))
            return begin;
        at = skip_space_back(text, at - selector_before(text, at));
    }
}

/* Is the star at `at` one that looks through a pointer, rather than a product or part of a declaration? */
static bool is_unary(struct ln_piece text, size_t at)
{
    size_t before = skip_space_back(text, at);
    if (!before || strchr(";{}(,=!&|+-<>?:*~^[", text.at[before - 1]))
        return true;
    return in_name(text.at[before - 1]) && is_keyword(ln_expression_name(text, name_begin(text, before)));
}

/* Stars before an expression that begins there. */
static size_t with_stars(struct ln_piece text, size_t begin)
{
    for (;;) {
        size_t star = skip_space_back(text, begin);
        if (!star || text.at[star - 1] != '*')
            return begin;
        begin = star - 1;
    }
}

/* Where one postfix more ends that begins at `at` (`.name`, `->name`, `[...]`); `at`: there is none. */
static size_t postfix_end(struct ln_piece text, size_t at, bool members)
{
    size_t next = skip_space(text, at), selector = selector_at(text, next), end;
    if (char_at(text, next) == '[') {
        end = ln_piece_closing(text, next);
        return end == text.length ? at : end + 1;
    }
    if (!members || !selector)
        return at;
    next = skip_space(text, next + selector);
    end = name_end(text, next);
    return end == next || char_at(text, skip_space(text, end)) == '(' ? at : end;
}

static void add(struct ln_guesses *guesses, struct ln_piece text, size_t begin, size_t end)
{
    struct ln_piece piece = ln_piece_trim((struct ln_piece){ text.at + begin, end - begin });
    if (!piece.length || memchr(piece.at, '\n', piece.length) || guesses->count == LN_GUESSES)
        return;
    for (size_t i = 0; i < guesses->count; i++)
        if (guesses->at[i].at == piece.at && guesses->at[i].length == piece.length)
            return;
    guesses->at[guesses->count++] = piece;
}

/* What is read on the way to it: `q->items[i]` needs `q->items` and that needs `q`. */
static void add_way(struct ln_guesses *guesses, struct ln_piece text, size_t begin, size_t end)
{
    for (;;) {
        end = skip_space_back(text, end);
        if (end <= begin)
            return;
        add(guesses, text, begin, end);
        if (text.at[end - 1] == ']') {
            size_t open = opening(text, end);
            if (open == end)
                return;
            end = open;
        } else {
            size_t name = name_begin(text, end), before = skip_space_back(text, name);
            if (name == end || name <= begin || !selector_before(text, before))
                return;
            end = before - selector_before(text, before);
        }
    }
}

/* With the stars in front of it, and with one less each. */
static void add_starred(struct ln_guesses *guesses, struct ln_piece text, size_t begin, size_t end)
{
    size_t starred = with_stars(text, begin);
    if (starred < begin && is_unary(text, starred))
        for (size_t at = starred; at < begin; at = skip_space(text, at + 1))
            add(guesses, text, at, end);
    add_way(guesses, text, begin, end);
}

/* The expression that ends at `end`, as on the left of an assignment. */
static void guess_back(struct ln_piece text, size_t end, struct ln_guesses *guesses)
{
    size_t begin = chain_begin(text, end);
    if (begin < end)
        add_starred(guesses, text, begin, end);
}

/* The one that begins at `at`, as on the right. */
static void guess_forward(struct ln_piece text, size_t at, struct ln_guesses *guesses)
{
    size_t begin, end, next;
    at = skip_space(text, at);
    for (begin = at; char_at(text, begin) == '*';)
        begin = skip_space(text, begin + 1);
    if (char_at(text, begin) == '(') {
        end = ln_piece_closing(text, begin);
        end = end == text.length ? begin : end + 1;
    } else {
        end = name_end(text, begin);
    }
    if (end == begin || isdigit((unsigned char)text.at[begin]) || is_keyword(ln_expression_name(text, begin)) ||
        char_at(text, skip_space(text, end)) == '(')
        return;
    while ((next = postfix_end(text, end, true)) > end)
        end = next;
    for (; at < begin; at = skip_space(text, at + 1))
        add(guesses, text, at, end);
    add_way(guesses, text, begin, end);
}

/* At a name. A member has its object before it. A variable may be what is read, one of its elements, or the start of a
 * longer expression. */
static void guess_name(struct ln_piece text, size_t at, bool writes, struct ln_guesses *guesses)
{
    size_t end = name_end(text, at), before = skip_space_back(text, at), begin = at, next, longer;
    size_t after = skip_space(text, end);
    if (is_keyword(ln_expression_name(text, at))) {
        guess_forward(text, char_at(text, after) == '(' ? after + 1 : after, guesses);
        return;
    }
    if (selector_before(text, before)) {
        begin = chain_begin(text, before - selector_before(text, before));
        if (begin == before - selector_before(text, before))
            return;
    }
    if (char_at(text, after) == '(')
        return;
    for (longer = end; (next = postfix_end(text, longer, false)) > longer;)
        longer = next;
    if (begin == at && !writes && char_at(text, skip_space(text, longer)) == '=' &&
        char_at(text, skip_space(text, longer) + 1) != '=') {
        guess_forward(text, skip_space(text, longer) + 1, guesses); /* `int x = y`, by the name of what is declared */
    }
    add_way(guesses, text, begin, longer);
    for (; (next = postfix_end(text, longer, true)) > longer; longer = next)
        add(guesses, text, begin, next);
}

/* Past an operator that assigns; 0: there is none at `at`. */
static size_t past_assignment(struct ln_piece text, size_t at)
{
    char c = char_at(text, at);
    size_t past = at + 1;
    if ((c == '<' || c == '>') && char_at(text, at + 1) == c && char_at(text, at + 2) == '=')
        return at + 3;
    if (c && strchr("+-*/%&|^", c))
        past++;
    else if (c != '=')
        return 0;
    return char_at(text, past - 1) == '=' && char_at(text, past) != '=' ? past : 0;
}

static void guess_operator(struct ln_piece text, size_t at, bool writes, struct ln_guesses *guesses)
{
    char c = text.at[at];
    size_t past = past_assignment(text, at);
    if (past) {
        if (writes || past > at + 1)
            guess_back(text, at, guesses);
        if (!writes)
            guess_forward(text, past, guesses);
    } else if ((c == '+' || c == '-') && char_at(text, at + 1) == c) {
        guess_back(text, at, guesses);
        guess_forward(text, at + 2, guesses);
    } else if (c == '[' || selector_at(text, at)) {
        size_t begin = chain_begin(text, at), end = postfix_end(text, at, true);
        if (begin < at && end > at)
            add_starred(guesses, text, begin, end);
    } else if (c == '*' && is_unary(text, at)) {
        guess_forward(text, at, guesses);
    } else if (c == '!' && char_at(text, at + 1) != '=') {
        guess_forward(text, at + 1, guesses);
    } else if (strchr("=!<>+-*/%&|^?:", c)) {
        bool two = char_at(text, at + 1) == '=' || char_at(text, at + 1) == c;
        guess_back(text, at, guesses);
        guess_forward(text, at + (two ? 2 : 1), guesses);
    } else if (c == '(') {
        guess_forward(text, at + 1, guesses);
    }
}

void ln_expression_guess(struct ln_piece text, size_t at, bool writes, struct ln_guesses *guesses)
{
    guesses->count = 0;
    if (at >= text.length)
        return;
    if (in_name(text.at[at]))
        guess_name(text, at, writes, guesses);
    else
        guess_operator(text, at, writes, guesses);
}

void ln_expression_way(struct ln_piece lvalue, struct ln_guesses *guesses)
{
    guesses->count = 0;
    guess_forward(lvalue, 0, guesses);
}

static void split_arguments(struct ln_piece text, size_t at, size_t end, struct ln_call *call)
{
    size_t begin = at;
    for (; at <= end; at++) {
        char c = text.at[at];
        if (c == '(' || c == '[') {
            at = ln_piece_closing(text, at);
        } else if (c == '"' || c == '\'') {
            at = skip_quoted(text, at);
        } else if (c == ',' || at == end) {
            struct ln_piece argument = ln_piece_trim((struct ln_piece){ text.at + begin, at - begin });
            if (call->count < LN_ARGUMENTS && argument.length)
                call->arguments[call->count++] = argument;
            begin = at + 1;
        }
    }
}

bool ln_expression_call(struct ln_piece text, size_t at, struct ln_call *call)
{
    size_t end, open, close, before;
    *call = (struct ln_call){ .count = 0 };
    if (at >= text.length)
        return false;
    if (text.at[at] == '(')
        at = name_begin(text, skip_space_back(text, at)); /* g++ points at the bracket of a method's call */
    end = name_end(text, at);
    open = skip_space(text, end);
    if (end == at || char_at(text, open) != '(' || is_keyword(ln_expression_name(text, at)))
        return false;
    close = ln_piece_closing(text, open);
    if (close == text.length)
        return false;
    call->callee = ln_expression_name(text, at);
    split_arguments(text, open + 1, close, call);
    before = skip_space_back(text, at);
    if (selector_before(text, before)) {
        size_t stop = before - selector_before(text, before), begin = chain_begin(text, stop);
        if (begin < stop)
            call->object = ln_piece_trim((struct ln_piece){ text.at + begin, stop - begin });
    }
    return true;
}
