/* Inside the runtime only: what an operation that may do one thing or another does when it runs alone. */
#ifndef LN_EXPLORE_RUNTIME_CHANCE_H
#define LN_EXPLORE_RUNTIME_CHANCE_H

#include <stdbool.h>

/* How long a thread wants to wait for what it asks for. */
enum patience { WAITS, TRIES, FOR_A_TIME };
/* Does a try, or a wait for a time, come to nothing though it could succeed? Others would have made it, and serially
 * there are none: a choice, in operations that may fail or may return one thing or another. */
bool rt_gives_up(void);

#endif
