/* Two numbers that belong together. */
#ifndef PAIR_H
#define PAIR_H

struct pair;

struct pair *pair_new(void);
void pair_free(struct pair *pair);
void pair_write(struct pair *pair, int value); /* to both */
void pair_read(struct pair *pair, int *left, int *right);

#endif
