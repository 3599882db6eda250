/* What is linked into the code that `linnet stress` runs, so that calls are refused by their names. */
#ifndef LN_STRESS_INSIDE_INSIDE_H
#define LN_STRESS_INSIDE_INSIDE_H

/* Does not return. */
void linnet_inside_refuse(const char *name);

#endif
