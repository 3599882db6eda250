#define BROKEN
#include "gate.c"
