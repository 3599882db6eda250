/* Any bytes as a history in the format "limo". */
#include "reader_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    ln_fuzz_reader("limo", bytes, length);
    return 0;
}
