/* What decides the pieces of a stream: the search, which tells all states that an object may be in after one, and for the
 * last piece whatever decides a history. */
#ifndef LN_INQUIRY_PIECES_H
#define LN_INQUIRY_PIECES_H

#include "monitor/piece_judge.h"

extern const struct ln_piece_judge ln_pieces_by_check;

#endif
