/* Any bytes as a history in the format "fptlin". */
#include "reader_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    ln_fuzz_reader("fptlin", bytes, length);
    return 0;
}
