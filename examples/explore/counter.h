/* A number that any number of threads increase and look at. */
#ifndef COUNTER_H
#define COUNTER_H

struct counter;

struct counter *counter_new(void);
void counter_free(struct counter *counter);
void counter_inc(struct counter *counter);
int counter_get(struct counter *counter);

#endif
