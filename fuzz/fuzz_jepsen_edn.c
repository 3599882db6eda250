/* Any bytes as a history in the format "jepsen-edn". */
#include "reader_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    ln_fuzz_reader("jepsen-edn", bytes, length);
    return 0;
}
