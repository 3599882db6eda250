/* A gate for two: the second one opens it. Serially each waits for ever; together they never do. */
void *gate_new(void);
void gate_free(void *gate);
void gate_pass(void *gate);
