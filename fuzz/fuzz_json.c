/* Any bytes as a JSON value: what was read and written again must read as the same value. */
#include "reader_target.h"

#include "format/json.h"

static enum ln_status read_value(struct ln_scanner *scan, struct ln_text text, ln_value *value)
{
    enum ln_status status;
    ln_scanner_start(scan, text);
    status = ln_json_value(scan, value);
    return status ? status : ln_json_end(scan);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    ln_fuzz_value(read_value, true, bytes, length);
    return 0;
}
