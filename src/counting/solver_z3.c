#include "counting/solver.h"

#include <assert.h>
#include <stdlib.h>
#include <z3.h>

struct ln_solver {
    Z3_context context;
    Z3_solver solver;
    Z3_sort sort;
    Z3_ast *variables, zero;
    size_t count, room;
    Z3_model model;
    bool failed;
};

static void on_error(Z3_context context, Z3_error_code code)
{
    (void)context; /* looked at by ln_solver_failed */
    (void)code;
}

/* Ctrl-C is for who has started this: Z3 would take it for itself, and go on with the next question. */
static void leave_signals(struct ln_solver *s)
{
    Z3_params params = Z3_mk_params(s->context);
    Z3_params_inc_ref(s->context, params);
    Z3_params_set_bool(s->context, params, Z3_mk_string_symbol(s->context, "ctrl_c"), false);
    Z3_solver_set_params(s->context, s->solver, params);
    Z3_params_dec_ref(s->context, params);
}

struct ln_solver *ln_solver_new(bool integers)
{
    struct ln_solver *s = calloc(1, sizeof *s);
    Z3_config config;
    if (!s)
        return NULL;
    config = Z3_mk_config();
    /* Steps, not time: that is the same on every machine, and needs no thread. Beyond it is LN_UNANSWERED. */
    Z3_set_param_value(config, "rlimit", "100000000");
    s->context = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(s->context, on_error);
    s->solver = Z3_mk_solver(s->context);
    Z3_solver_inc_ref(s->context, s->solver);
    leave_signals(s);
    s->sort = integers ? Z3_mk_int_sort(s->context) : Z3_mk_real_sort(s->context);
    s->zero = Z3_mk_int(s->context, 0, s->sort);
    return s;
}

static void drop_model(struct ln_solver *s)
{
    if (s->model)
        Z3_model_dec_ref(s->context, s->model);
    s->model = NULL;
}

void ln_solver_free(struct ln_solver *s)
{
    if (!s)
        return;
    drop_model(s);
    Z3_solver_dec_ref(s->context, s->solver);
    Z3_del_context(s->context);
    free(s->variables);
    free(s);
}

bool ln_solver_failed(const struct ln_solver *s)
{
    return s->failed || Z3_get_error_code(s->context) != Z3_OK;
}

ln_variable ln_solver_variable(struct ln_solver *s, bool free)
{
    if (s->count == s->room) {
        size_t room = s->room ? 2 * s->room : 256;
        Z3_ast *more = realloc(s->variables, room * sizeof(Z3_ast));
        if (!more) {
            s->failed = true;
            return 0;
        }
        s->variables = more;
        s->room = room;
    }
    s->variables[s->count] = Z3_mk_const(s->context, Z3_mk_int_symbol(s->context, (int)s->count), s->sort);
    if (!free)
        Z3_solver_assert(s->context, s->solver, Z3_mk_ge(s->context, s->variables[s->count], s->zero));
    return (ln_variable)s->count++;
}

static Z3_ast fact(struct ln_solver *s, const struct ln_linear *linear)
{
    Z3_context c = s->context;
    Z3_ast sum = Z3_mk_int64(c, linear->constant, s->sort);
    for (size_t i = 0; i < linear->count; i++) {
        Z3_ast factors[2] = { Z3_mk_int64(c, linear->summands[i].factor, s->sort),
                              s->variables[linear->summands[i].variable] };
        Z3_ast parts[2] = { sum, Z3_mk_mul(c, 2, factors) };
        sum = Z3_mk_add(c, 2, parts);
    }
    switch (linear->relation) {
    case LN_IS_ZERO: return Z3_mk_eq(c, sum, s->zero);
    case LN_IS_NOT_NEGATIVE: return Z3_mk_ge(c, sum, s->zero);
    case LN_IS_POSITIVE: break;
    }
    return Z3_mk_gt(c, sum, s->zero);
}

void ln_solver_add(struct ln_solver *s, const struct ln_linear *linear)
{
    Z3_solver_assert(s->context, s->solver, fact(s, linear));
}

void ln_solver_add_choice(struct ln_solver *s, const struct ln_linear *when, const struct ln_linear *facts,
                          const size_t *lengths, size_t alternatives)
{
    Z3_context c = s->context;
    Z3_ast any = Z3_mk_false(c);
    for (size_t a = 0; a < alternatives; a++) {
        Z3_ast all = Z3_mk_true(c);
        for (size_t i = 0; i < lengths[a]; i++) {
            Z3_ast both[2] = { all, fact(s, facts++) };
            all = Z3_mk_and(c, 2, both);
        }
        any = Z3_mk_or(c, 2, (Z3_ast[2]){ any, all });
    }
    Z3_solver_assert(c, s->solver, Z3_mk_implies(c, fact(s, when), any));
}

void ln_solver_push(struct ln_solver *s)
{
    Z3_solver_push(s->context, s->solver);
}

void ln_solver_pop(struct ln_solver *s)
{
    drop_model(s);
    Z3_solver_pop(s->context, s->solver, 1);
}

enum ln_answer ln_solver_solve(struct ln_solver *s)
{
    Z3_lbool answer = Z3_solver_check(s->context, s->solver);
    drop_model(s);
    if (answer == Z3_L_TRUE) {
        s->model = Z3_solver_get_model(s->context, s->solver);
        Z3_model_inc_ref(s->context, s->model);
        return LN_SOLVED;
    }
    return answer == Z3_L_FALSE ? LN_UNSOLVABLE : LN_UNANSWERED;
}

bool ln_solver_value(struct ln_solver *s, ln_variable variable, int64_t *over, int64_t *under)
{
    Z3_ast value;
    assert(s->failed || variable < s->count);
    *under = 1;
    if (!s->model || !Z3_model_eval(s->context, s->model, s->variables[variable], true, &value))
        return false;
    if (Z3_get_numeral_int64(s->context, value, over))
        return true;
    return Z3_get_numeral_small(s->context, value, over, under);
}
