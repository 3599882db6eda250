#include "format/section.h"

#include "format/json.h"

#include <assert.h>

static const char *const names[] = { [LN_SECTION_FINDING] = "finding",
                                     [LN_SECTION_STEPS] = "steps",
                                     [LN_SECTION_SCHEDULE] = "schedule",
                                     [LN_SECTION_SERIAL] = "serial",
                                     [LN_SECTION_PIECE] = "piece" };

const char *ln_section_name(enum ln_section section)
{
    assert(section > LN_SECTION_NONE && section < LN_SECTION_OTHER);
    return names[section];
}

static bool comes(struct ln_scanner *scan, const char *word)
{
    ln_json_blanks(scan);
    return ln_scan_word(scan, word);
}

enum ln_section ln_section_of(struct ln_text line)
{
    struct ln_scanner scan = { .line = line.at, .at = line.at, .end = line.at + line.length };
    struct ln_text name;
    const char *end;
    if (!comes(&scan, "{") || !comes(&scan, "\"linnet\"") || !comes(&scan, ":") || !comes(&scan, "\""))
        return LN_SECTION_NONE;
    end = memchr(scan.at, '"', (size_t)(scan.end - scan.at));
    name = ln_text_between(scan.at, end ? end : scan.end);
    for (unsigned i = LN_SECTION_FINDING; i < LN_SECTION_OTHER; i++)
        if (ln_text_is(name, names[i]))
            return (enum ln_section)i;
    return LN_SECTION_OTHER;
}

enum ln_status ln_finding_version_fits(uint64_t version, struct ln_error *error)
{
    if (version == LN_FINDING_VERSION)
        return LN_OK;
    return ln_fail(error, LN_BAD_INPUT, "this is a finding of version %llu, made by %s linnet; expected version %d",
                   (unsigned long long)version, version < LN_FINDING_VERSION ? "an older" : "a newer",
                   LN_FINDING_VERSION);
}
