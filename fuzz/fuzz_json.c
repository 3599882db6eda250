/* Any bytes as a JSON value: what was read and written again must read as the same value. */
#include "reader_target.h"

#include "format/json.h"
#include "format/utf8.h"

#include <stdlib.h>

static enum ln_status read_value(struct ln_scanner *scan, struct ln_text text, ln_value *value)
{
    enum ln_status status;
    ln_scanner_start(scan, text);
    status = ln_json_value(scan, value);
    return status ? status : ln_json_end(scan);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct ln_text text = { (const char *)bytes, length };
    struct ln_memory memory;
    struct ln_values values;
    struct ln_scanner scan;
    struct ln_str written;
    ln_value value, again;
    if (ln_utf8_good(text.at, length) != length)
        return 0;
    ln_memory_init(&memory, 64 << 20);
    ln_values_init(&values, &memory);
    ln_scanner_init(&scan, &memory);
    ln_str_init(&written, &memory);
    scan.values = &values;
    if (!read_value(&scan, text, &value)) {
        ln_value_write(&values, value, &written);
        text = (struct ln_text){ ln_str_borrow(&written), written.length };
        if (read_value(&scan, text, &again) || !ln_same(value, again))
            abort();
        if (read_value(&scan, text, NULL))
            abort();
    }
    ln_str_fini(&written);
    ln_scanner_fini(&scan);
    ln_values_fini(&values);
    if (memory.used)
        abort();
    return 0;
}
