#include "inquiry/library_finding.h"

#include "report/explain.h"
#include "report/finding_text.h"

#include <stdlib.h>

/* Numbers of the public lists are those of our own. */
_Static_assert((int)LINNET_HOLDS == (int)LN_HOLDS && (int)LINNET_VIOLATED == (int)LN_VIOLATED &&
                   (int)LINNET_UNKNOWN == (int)LN_UNKNOWN,
               "verdicts");
_Static_assert((int)LINNET_REASON_NONE == (int)LN_REASON_NONE && (int)LINNET_REASON_TIME == (int)LN_REASON_TIME &&
                   (int)LINNET_REASON_MEMORY == (int)LN_REASON_MEMORY &&
                   (int)LINNET_REASON_BOUND == (int)LN_REASON_BOUND &&
                   (int)LINNET_REASON_METHOD == (int)LN_REASON_METHOD &&
                   (int)LINNET_REASON_INTERRUPTED == (int)LN_REASON_INTERRUPTED &&
                   (int)LINNET_REASON_UNSEEN == (int)LN_REASON_UNSEEN &&
                   (int)LINNET_REASON_EMPTY == (int)LN_REASON_EMPTY,
               "reasons");

linnet_finding *ln_library_finding_new(void)
{
    linnet_finding *finding = calloc(1, sizeof *finding);
    if (!finding)
        return NULL;
    ln_memory_init(&finding->memory, UINT64_MAX);
    ln_str_init(&finding->id, &finding->memory);
    ln_str_init(&finding->text, &finding->memory);
    ln_str_init(&finding->json, &finding->memory);
    ln_str_init(&finding->explanation, &finding->memory);
    return finding;
}

void linnet_finding_free(linnet_finding *finding)
{
    if (!finding)
        return;
    ln_str_fini(&finding->id);
    ln_str_fini(&finding->text);
    ln_str_fini(&finding->json);
    ln_str_fini(&finding->explanation);
    ln_vec_fini(&finding->witness, &finding->memory);
    ln_vec_fini(&finding->core, &finding->memory);
    free(finding);
}

/* ---- filling ---- */

static bool take_witness(linnet_finding *finding, const struct ln_outcome *outcome)
{
    bool fits = true;
    for (size_t i = 0; fits && i < outcome->order.length; i++)
        fits = ln_vec_push(&finding->witness, &finding->memory, outcome->order.at[i]);
    return fits;
}

static bool take_core(linnet_finding *finding, const struct ln_core *core)
{
    bool fits = true;
    for (size_t i = 0; fits && core && i < core->ops.length; i++) {
        linnet_core_operation operation = { core->ops.at[i].operation, core->ops.at[i].optional };
        fits = ln_vec_push(&finding->core, &finding->memory, operation);
    }
    return fits;
}

static bool take_evidence(linnet_finding *finding, const struct ln_judged *judged)
{
    const struct ln_outcome *outcome = judged->outcome;
    if (outcome->verdict == LN_HOLDS)
        return take_witness(finding, outcome);
    if (outcome->verdict != LN_VIOLATED)
        return true;
    finding->pattern = outcome->pattern;
    if (judged->core || outcome->pattern)
        ln_explain(judged, &finding->explanation);
    return take_core(finding, judged->core);
}

bool ln_library_finding_take(linnet_finding *finding, const struct ln_finding *found)
{
    const struct ln_style style = { .width = 80 };
    const struct ln_words *words = &found->words;
    struct ln_str *json = &finding->json;
    finding->verdict = found->verdict;
    finding->reason = found->reason;
    finding->seconds = found->seconds;
    finding->memory_peak = found->memory_peak;
    ln_str_text(&finding->id, ln_str_borrow(&found->id));
    ln_report_finding(found, &style, &finding->text);
    ln_finding_json(found, json);
    if (json->length && json->at[json->length - 1] == '\n')
        json->at[--json->length] = '\0'; /* which it has in files */
    return !found->id.failed && !found->answer.failed && !words->about.failed && !words->picture.failed &&
           !words->why.failed && !words->after.failed && !finding->id.failed && !finding->text.failed && !json->failed;
}

bool ln_library_finding_judged(linnet_finding *finding, const struct ln_judged *judged, const struct ln_finding *found)
{
    bool fits = take_evidence(finding, judged);
    finding->operations = judged->history->operations.length;
    finding->cut_line = judged->history->cut_line;
    return ln_library_finding_take(finding, found) && fits && !finding->explanation.failed;
}

/* ---- asking ---- */

linnet_verdict linnet_finding_verdict(const linnet_finding *finding)
{
    return (linnet_verdict)finding->verdict;
}

linnet_reason linnet_finding_reason(const linnet_finding *finding)
{
    return (linnet_reason)finding->reason;
}

const char *linnet_finding_id(const linnet_finding *finding)
{
    return ln_str_borrow(&finding->id);
}

const char *linnet_finding_text(const linnet_finding *finding)
{
    return ln_str_borrow(&finding->text);
}

const char *linnet_finding_json(const linnet_finding *finding)
{
    return ln_str_borrow(&finding->json);
}

const uint32_t *linnet_finding_witness(const linnet_finding *finding, size_t *count)
{
    *count = finding->witness.length;
    return finding->witness.at;
}

const linnet_core_operation *linnet_finding_core(const linnet_finding *finding, size_t *count)
{
    *count = finding->core.length;
    return finding->core.at;
}

const char *linnet_finding_explanation(const linnet_finding *finding)
{
    return ln_str_borrow(&finding->explanation);
}

const char *linnet_finding_pattern(const linnet_finding *finding)
{
    return finding->pattern;
}

size_t linnet_finding_operations(const linnet_finding *finding)
{
    return (size_t)finding->operations;
}

double linnet_finding_seconds(const linnet_finding *finding)
{
    return finding->seconds;
}

uint64_t linnet_finding_memory(const linnet_finding *finding)
{
    return finding->memory_peak;
}

size_t linnet_finding_cut_line(const linnet_finding *finding)
{
    return finding->cut_line;
}
