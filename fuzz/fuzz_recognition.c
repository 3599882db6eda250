/* Any bytes, whose format has to be recognised first. */
#include "reader_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    ln_fuzz_reader(NULL, bytes, length);
    return 0;
}
