/* Inside src/counting only: a parsed formula. Nodes refer to each other by number; children come before parents. */
#ifndef LN_COUNTING_OCL_TREE_H
#define LN_COUNTING_OCL_TREE_H

#include "counting/ocl.h"

enum {
    LN_OCL_DEPTH = 200,    /* how deep formulas may be nested */
    LN_OCL_NAMES = 64,     /* variables of one statement */
    LN_OCL_VARIABLES = 256 /* in all frames while evaluating: labels, and bounds as many */
};

enum ln_ocl_kind {
    LN_OCL_OR,     /* a, b */
    LN_OCL_AND,    /* a, b */
    LN_OCL_NOT,    /* a */
    LN_OCL_EXISTS, /* slot, body b: a label */
    LN_OCL_SOME,   /* slot, body b, from c to d: a bound */
    LN_OCL_EVERY,
    LN_OCL_COMPARE, /* a, b by `op` */
    LN_OCL_IS,      /* predicate `op` of the label a, the label b, or the text b */
    LN_OCL_USE,     /* definition a; arguments are children b .. b+c-1, first labels, then bounds; in `uses` */
    LN_OCL_SUM,     /* terms a, b */
    LN_OCL_COUNT,   /* label a; four bounds in `uses` from b */
    LN_OCL_NUMBER,  /* number, plus the bound variable or k, by `op` */
    LN_OCL_LABEL,   /* the variable in slot */
    LN_OCL_FUNCTION /* `op` of the label a; or a constant; LN_OCL_NAMED: name a */
};

enum ln_ocl_compare { LN_OCL_LE, LN_OCL_LT, LN_OCL_GE, LN_OCL_GT, LN_OCL_EQ, LN_OCL_NE };
enum ln_ocl_predicate { LN_OCL_PUSH, LN_OCL_POP, LN_OCL_EMPTY, LN_OCL_PENDING, LN_OCL_SAME_VALUE, LN_OCL_LABEL_IS };
enum ln_ocl_function { LN_OCL_PUSHED, LN_OCL_PUSHING, LN_OCL_POPPED, LN_OCL_POPPING, LN_OCL_NOTHING, LN_OCL_NAMED };
enum ln_ocl_base { LN_OCL_PLAIN, LN_OCL_K, LN_OCL_BOUND };

struct ln_ocl_node {
    uint8_t kind, op;
    uint16_t slot;
    uint32_t a, b, c, d;
    int64_t number;
};

struct ln_ocl_statement {
    char name[32];
    uint32_t root;
    uint16_t labels, bounds;           /* parameters, of a definition */
    uint32_t own_labels, own_bounds;   /* slots that its body needs, parameters included, */
    uint32_t most_labels, most_bounds; /* and with the definitions it uses */
    uint32_t depth;                    /* with the definitions it uses */
};

struct ln_ocl {
    struct ln_memory *memory;
    LN_VEC(struct ln_ocl_node) nodes;
    LN_VEC(uint32_t) uses;
    LN_VEC(char) texts;        /* each ended by NUL */
    LN_VEC(uint32_t) names;    /* labels in quotes, where their texts are */
    LN_VEC(uint32_t) alphabet; /* of a `labels` statement, likewise; empty: there is none */
    bool any_value;            /* one of these has `_` in it */
    bool for_one_k;            /* a `k` statement says for which */
    uint32_t k;
    LN_VEC(struct ln_ocl_statement) definitions, violations;
    LN_VEC(const char *) included; /* a second time adds nothing */
};

#endif
