#include "history/unit.h"

#include <assert.h>
#include <string.h>

static const char *const names[LN_UNITS] = { "ns", "us", "ms", "s" };

const char *ln_unit_name(enum ln_unit unit)
{
    assert(unit < LN_UNITS);
    return names[unit];
}

enum ln_unit ln_unit_find(const char *name, size_t length)
{
    enum ln_unit unit = LN_UNIT_NS;
    while (unit < LN_UNITS && (strlen(names[unit]) != length || memcmp(names[unit], name, length) != 0))
        unit++;
    return unit;
}

void ln_write_duration(struct ln_str *out, int64_t amount, enum ln_unit unit)
{
    int64_t thousands = 1, fraction;
    assert(amount >= 0 && unit < LN_UNITS);
    while (unit < LN_UNIT_S && amount / thousands >= 1000) {
        thousands *= 1000;
        unit++;
    }
    ln_str_int(out, amount / thousands);
    fraction = amount % thousands;
    if (fraction)
        ln_str_char(out, '.');
    while (fraction) {
        thousands /= 10;
        assert(fraction / thousands < 10);
        ln_str_char(out, (char)('0' + fraction / thousands));
        fraction %= thousands;
    }
    ln_str_text(out, names[unit]);
}
