#include "cli/say_finding.h"

#include "cli/exit.h"
#include "cli/say.h"
#include "terminal/terminal.h"
#include "report/finding_text.h"

#include <stdio.h>

enum ln_status say_finding(const struct ln_finding *finding, const char *word, bool json)
{
    struct ln_terminal_look terminal = ln_terminal_look();
    struct ln_style style = { .colour = terminal.colour, .width = terminal.width, .utf8 = terminal.utf8 };
    struct ln_str text;
    enum ln_status status;
    ln_str_init(&text, finding->memory);
    if (json)
        ln_finding_json(finding, &text);
    else
        ln_report_finding_as(finding, word ? word : ln_verdict_text(finding->verdict), &style, &text);
    status = text.failed ? LN_NO_MEMORY : LN_OK;
    if (!status)
        say(ln_str_borrow(&text));
    fflush(stdout);
    ln_str_fini(&text);
    return status;
}

int exit_of_verdict(enum ln_verdict verdict)
{
    static const int codes[] = { [LN_HOLDS] = EXIT_HOLDS, [LN_VIOLATED] = EXIT_VIOLATED, [LN_UNKNOWN] = EXIT_UNKNOWN };
    return codes[verdict];
}
