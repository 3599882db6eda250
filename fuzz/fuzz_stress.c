/* Any bytes as a history in the format "stress". */
#include "reader_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    ln_fuzz_reader("stress", bytes, length);
    return 0;
}
