/* A program as C with LINNET_OBJECT. */
#include "programs/program.h"

static const char *const types[] = { "int", "long", "signed char", "short" };
static const char *const yields[] = { "sched_yield()", "thrd_yield()", "pthread_yield()", "usleep(1)" };
static const char *const allocations[] = {
    "malloc(sizeof *p)",
    "calloc(1, sizeof *p)",
    "realloc(NULL, sizeof *p)",
    "aligned_alloc(16, sizeof *p)",
    "aligned(16)",
    "aligned_alloc(64, 64)",
    "aligned(64)",
};

/* True plain accesses can be merged by a compiler that optimises: volatile ones cannot. */
static const char *plain(const struct program *program)
{
    return program->optimise ? "volatile " : "";
}

static void write_shared(const struct program *program, FILE *to)
{
    fprintf(to, "struct node {\n    %s value;\n    long more;\n};\n\n",
            program->plain_node ? program->optimise ? "volatile int" : "int" : "_Atomic int");
    fprintf(to, "typedef %s word;\n\nstruct shared {\n", types[program->width]);
    for (unsigned v = 0; v < VARIABLES; v++)
        fprintf(to, "    %sword x%u;\n", program->plain >> v & 1 ? plain(program) : "_Atomic ", v);
    fprintf(to, "    long pair[%d][2];\n", PAIRS);
    for (unsigned v = 0; v < SLOTS; v++)
        fprintf(to, "    struct node *_Atomic slot%u;\n", v);
    fputs("    pthread_mutex_t mutex;\n    pthread_cond_t condition;\n    pthread_rwlock_t rwlock;\n"
          "    pthread_spinlock_t spin;\n    sem_t semaphore;\n};\n\n",
          to);
    fputs("static struct shared the_shared;\nstatic pthread_once_t control = PTHREAD_ONCE_INIT;\n"
          "static struct shared *once_of;\n\n",
          to);
    for (unsigned v = 0; v < VARIABLES; v++)
        fprintf(to, "static __attribute__((noinline)) int look%u(struct shared *o) { return (int)o->x%u; }\n", v, v);
    fputs("static void run_once(void) { once_of->x0 = once_of->x0 + 1; }\n"
          "static void *aligned(size_t to)\n{\n    void *at = NULL;\n"
          "    return posix_memalign(&at, to, sizeof(struct node)) ? NULL : at;\n}\n\n",
          to);
}

static void write_make(const struct program *program, FILE *to)
{
    fprintf(to, "static void *make(void)\n{\n    struct shared *o = %s;\n",
            program->on_heap ? "calloc(1, sizeof *o)" : "&the_shared");
    fprintf(to,
            "    once_of = o;\n    pthread_mutex_init(&o->mutex, NULL);\n"
            "    pthread_cond_init(&o->condition, NULL);\n    pthread_rwlock_init(&o->rwlock, NULL);\n"
            "    pthread_spin_init(&o->spin, 0);\n"
            "    sem_init(&o->semaphore, 0, %u);\n    return o;\n}\n\n",
            program->posted);
    fprintf(to, "static void drop(void *object)\n{\n    %s;\n}\n\n",
            program->on_heap ? "free(object)" : "(void)object");
}

static void write_local(const struct statement *s, FILE *to)
{
    char r = (char)('a' + s->r);
    const char *is = s->other ? "!=" : "==";
    switch ((enum statement_kind)s->kind) {
    case SUM: fprintf(to, "%c = (%c + %u) & 3;\n", r, r, s->c); break;
    case SET: fprintf(to, "%c = %u;\n", r, s->c); break;
    case IF: fprintf(to, "if (%c %s %u) {\n", r, is, s->c); break;
    case REPEAT: fprintf(to, "for (int k = 0; k < %u; k++) {\n", s->c); break;
    case FOREVER: fputs("for (;;) {\n", to); break;
    case END: fputs("}\n", to); break;
    case BREAK_IF: fprintf(to, "if (%c %s %u) break;\n", r, is, s->c); break;
    case RETURN_IF: fprintf(to, "if (%c %s %u) goto out;\n", r, is, s->c); break;
    case YIELD: fprintf(to, "%s;\n", yields[s->how]); break;
    case SCRATCH: s->other ? fprintf(to, "scratch = %u;\n", s->c) : fprintf(to, "scratch ^= 1;\n"); break;
    default:
        fputs("delay = delay == 0 ? 1 : delay < 4 ? 2 * delay : 4;\n"
              "    for (volatile int i = 0; i < delay; i++) ;\n",
              to);
        break;
    }
}

static void write_variable(const struct statement *s, FILE *to)
{
    char r = (char)('a' + s->r);
    unsigned v = s->v, c = s->c;
    switch ((enum statement_kind)s->kind) {
    case LOAD: s->other ? fprintf(to, "%c = look%u(o);\n", r, v) : fprintf(to, "%c = (int)o->x%u;\n", r, v); break;
    case STORE: fprintf(to, "o->x%u = %c;\n", v, r); break;
    case PUT: fprintf(to, "o->x%u = %u;\n", v, c); break;
    case FETCH_ADD: fprintf(to, "%c = (int)atomic_fetch_add(&o->x%u, %u);\n", r, v, c); break;
    case FETCH_OR: fprintf(to, "%c = (int)atomic_fetch_or(&o->x%u, %u);\n", r, v, c); break;
    case EXCHANGE: fprintf(to, "%c = (int)atomic_exchange(&o->x%u, %u);\n", r, v, c); break;
    default:
        fprintf(to, "b = atomic_compare_exchange_%s(&o->x%u, &(word){ (word)a }, (a + %u) & 3);\n",
                s->kind == CAS ? "strong" : "weak", v, c);
        break;
    }
}

static void write_pair(const struct statement *s, FILE *to)
{
    switch ((enum statement_kind)s->kind) {
    case FILL: fprintf(to, "memset(o->pair[%u], %u, sizeof o->pair[0]);\n", s->v, s->c); break;
    case COPY: fprintf(to, "memcpy(o->pair[%u], o->pair[%u], sizeof o->pair[0]);\n", s->v, 1u - s->v); break;
    default: fprintf(to, "%c = (int)(*(volatile long *)&o->pair[%u][%d] & 15);\n", 'a' + s->r, s->v, s->other); break;
    }
}

static void write_node(const struct statement *s, FILE *to)
{
    char r = (char)('a' + s->r);
    switch ((enum statement_kind)s->kind) {
    case ALLOCATE: fprintf(to, "p = %s;\n    p->value = %u;\n", allocations[s->how], s->c); break;
    case REALLOCATE: fputs("if (p) p = realloc(p, sizeof *p);\n", to); break;
    case RELEASE: fprintf(to, "free(%c);\n", s->other ? 'q' : 'p'); break;
    case READ_NODE: fprintf(to, "if (p) %c = p->value;\n", r); break;
    case WRITE_NODE: fprintf(to, "if (p) p->value = %c;\n", r); break;
    case SEE: fprintf(to, "p = o->slot%u;\n", s->v); break;
    case PUBLISH: fprintf(to, "o->slot%u = p;\n", s->v); break;
    case TAKE: fprintf(to, "p = atomic_exchange(&o->slot%u, NULL);\n", s->v); break;
    case REPLACE: fprintf(to, "q = atomic_exchange(&o->slot%u, p);\n", s->v); break;
    default: fprintf(to, "b = atomic_compare_exchange_strong(&o->slot%u, &(struct node *){ p }, NULL);\n", s->v); break;
    }
}

static void write_primitive(const struct statement *s, FILE *to)
{
    static const char *const texts[KINDS] = {
        [LOCK] = "pthread_mutex_lock(&o->mutex)",
        [UNLOCK] = "pthread_mutex_unlock(&o->mutex)",
        [TRY_LOCK] = "pthread_mutex_trylock(&o->mutex)",
        [WAIT] = "pthread_cond_wait(&o->condition, &o->mutex)",
        [SIGNAL] = "pthread_cond_signal(&o->condition)",
        [BROADCAST] = "pthread_cond_broadcast(&o->condition)",
        [READ_LOCK] = "pthread_rwlock_rdlock(&o->rwlock)",
        [WRITE_LOCK] = "pthread_rwlock_wrlock(&o->rwlock)",
        [RW_UNLOCK] = "pthread_rwlock_unlock(&o->rwlock)",
        [TRY_READ_LOCK] = "pthread_rwlock_tryrdlock(&o->rwlock)",
        [TRY_WRITE_LOCK] = "pthread_rwlock_trywrlock(&o->rwlock)",
        [SPIN_LOCK] = "pthread_spin_lock(&o->spin)",
        [SPIN_UNLOCK] = "pthread_spin_unlock(&o->spin)",
        [SPIN_TRY_LOCK] = "pthread_spin_trylock(&o->spin)",
        [SEM_WAIT] = "sem_wait(&o->semaphore)",
        [SEM_POST] = "sem_post(&o->semaphore)",
        [SEM_TRY_WAIT] = "sem_trywait(&o->semaphore)",
        [ONCE] = "pthread_once(&control, run_once)",
    };
    char r = (char)('a' + s->r);
    switch ((enum statement_kind)s->kind) {
    case TRY_LOCK:
    case TRY_READ_LOCK:
    case TRY_WRITE_LOCK:
    case SPIN_TRY_LOCK:
    case SEM_TRY_WAIT: fprintf(to, "%c = %s == 0;\n", r, texts[s->kind]); break;
    case SEM_VALUE: fprintf(to, "sem_getvalue(&o->semaphore, &%c);\n", r); break;
    default: fprintf(to, "%s;\n", texts[s->kind]); break;
    }
}

static void write_statement(const struct statement *s, unsigned *depth, FILE *to)
{
    *depth -= s->kind == END;
    fprintf(to, "%*s", (int)(4 * *depth), "");
    if (s->kind < LOAD)
        write_local(s, to);
    else if (s->kind < FILL)
        write_variable(s, to);
    else if (s->kind < ALLOCATE)
        write_pair(s, to);
    else if (s->kind < LOCK)
        write_node(s, to);
    else
        write_primitive(s, to);
    *depth += s->kind == IF || s->kind == REPEAT || s->kind == FOREVER;
}

static void write_operation(const struct program *program, unsigned index, FILE *to)
{
    const struct operation *operation = &program->operation[index];
    unsigned depth = 1;
    bool goes_out = false;
    fprintf(to, "static linnet_value o%u(void *object, const linnet_value *arg)\n{\n", index);
    fputs("    struct shared *o = object;\n    struct node *p = NULL, *q = NULL;\n    int a = 0, b = 0, delay = 0;\n"
          "    volatile int scratch = 0;\n"
          "    (void)o, (void)p, (void)q, (void)a, (void)b, (void)delay, (void)arg;\n",
          to);
    for (unsigned i = 0; i < operation->count; i++) {
        write_statement(&operation->at[i], &depth, to);
        goes_out |= operation->at[i].kind == RETURN_IF;
    }
    fputs(goes_out ? "out:\n" : "", to);
    if (operation->returns)
        fprintf(to, "    return LINNET_INT(%c);\n}\n\n", 'a' + operation->out);
    else
        fputs("    return LINNET_VOID;\n}\n\n", to);
}

void program_write(const struct program *program, FILE *to)
{
    fputs("#define _GNU_SOURCE\n#include <linnet/object.h>\n#include <pthread.h>\n#include <sched.h>\n"
          "#include <semaphore.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n#include "
          "<threads.h>\n"
          "#include <unistd.h>\n\n",
          to);
    write_shared(program, to);
    write_make(program, to);
    for (unsigned i = 0; i < program->operations; i++)
        write_operation(program, i, to);
    fputs("LINNET_OBJECT = { .name = \"program\", .create = make, .destroy = drop, .operations = {", to);
    for (unsigned i = 0; i < program->operations; i++)
        fprintf(to, "%s { \"o%u\", o%u }", i ? "," : "", i, i);
    fputs(" } };\n", to);
}

void program_write_test(const struct program *program, FILE *to)
{
    for (unsigned t = 0; t < program->threads; t++) {
        fprintf(to, "%s", t ? " |" : "");
        for (unsigned i = 0; i < program->calls[t]; i++)
            fprintf(to, "%so%u", t || i ? " " : "", program->call[t][i]);
    }
}
