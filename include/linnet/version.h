/* Versions: everything that is promised about them.
 *
 * A release has one, LINNET_VERSION in the headers that a program is compiled with and linnet_version() in the library
 * that it runs with. Programs go on working, without being compiled again, with every library of the same name
 * (liblinnet.so.0): functions stay, and what structs have stays where it is. Structs may get more at their end, so
 * - structs that a program hands over with something to choose (options) begin with their size, which their initialiser
 *   sets: what a smaller one does not have is as if left out, and what a larger one has beyond what the library knows
 *   must be left out, or the answer is LINNET_USAGE;
 * - what is compiled apart from linnet and given to it (LINNET_OBJECT, LINNET_SPEC, a linnet_spec in memory) says which
 *   form it has, by the numbers below. Another one's is refused, in words that name both. A number is raised when
 *   something changes its place, in linnet_value too. */
#ifndef LINNET_VERSION_H
#define LINNET_VERSION_H

#define LINNET_VERSION "0.1.0"
#define LINNET_OBJECT_VERSION 1 /* linnet_object of linnet/object.h; LINNET_OBJECT says it */
#define LINNET_SPEC_VERSION 1   /* linnet_spec of linnet/spec.h; its first member says it */

#endif
