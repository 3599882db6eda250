/* What a process does that ends, or stops, by a signal which it has sent to itself. */
#ifndef LN_INQUIRY_CODE_SIGNAL_WORDS_H
#define LN_INQUIRY_CODE_SIGNAL_WORDS_H

/* "kills", "stops": itself, by a signal that others send, too. NULL: by one that is the mark of a crash. */
const char *ln_signal_words(int signal_number);

#endif
