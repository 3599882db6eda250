/* Any bytes as an EDN value: looking it over may accept more than reading it, never less. */
#include "reader_target.h"

#include "format/edn.h"

static enum ln_status read_value(struct ln_scanner *scan, struct ln_text text, ln_value *value)
{
    enum ln_status status;
    ln_scanner_start(scan, text);
    status = ln_edn_value(scan, value);
    return status ? status : ln_edn_end(scan);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    ln_fuzz_value(read_value, false, bytes, length);
    return 0;
}
