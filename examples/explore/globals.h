/* A counter of which a program has one. Every thread says that it will use it before it does. */
#ifndef GLOBALS_H
#define GLOBALS_H

void count_clear(void); /* while nobody else uses it */
void count_join(void);
void count_inc(void);
int count_get(void);

#endif
