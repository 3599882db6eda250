#include "cli/tell_finding.h"

#include "cli/exit.h"
#include "cli/outputs.h"
#include "terminal/progress_line.h"
#include "cli/say.h"
#include "cli/say_finding.h"
#include "finding/file.h"

#include <string.h>
#include <sys/stat.h>

/* Findings in the midst of answers could not be read by anybody. */
static bool is_apart(const struct finding_output *output, const char *path)
{
    if (!path || output->quiet || (strcmp(path, "-") != 0 && !ln_is_standard_output(path)))
        return true;
    complain("%s: %s: standard output goes there, too; write to another file, or use --quiet\n", output->command, path);
    return false;
}

/* What cannot be saved changes no verdict. */
static void not_saved(const struct finding_output *output, const struct ln_error *error)
{
    complain("%s: it is not saved: %s\n", output->command, error->message);
}

static void open_file(const struct finding_output *output, struct ln_outfile *file, const char *path)
{
    struct ln_error error = { 0 };
    if (path && ln_outfile_open(file, path, &error))
        not_saved(output, &error);
}

static void close_file(const struct finding_output *output, struct ln_outfile *file)
{
    const char *path = file->to ? file->path : NULL;
    struct ln_error error = { 0 };
    struct stat there;
    bool replaces = path && stat(path, &there) == 0 && S_ISREG(there.st_mode);
    if (ln_outfile_close(file, &error))
        not_saved(output, &error);
    else if (replaces)
        complain("linnet: %s was there already; it is replaced\n", path);
}

/* With nothing in it, it would take the place of something. */
static void leave_file(const struct finding_output *output, struct ln_outfile *file)
{
    if (file->to)
        complain("%s: %s: it is not written, for nothing can be verified\n", output->command, file->path);
    ln_outfile_drop(file);
}

int finding_output_open(struct finding_output *output, const char *save, const char *short_save)
{
    int code = is_apart(output, save) && is_apart(output, short_save) &&
                       output_replaces_findings_only(output->command, save) &&
                       output_replaces_findings_only(output->command, short_save)
                   ? EXIT_HOLDS
                   : EXIT_USAGE;
    if (code)
        return code;
    open_file(output, &output->save, save);
    open_file(output, &output->short_save, short_save);
    return EXIT_HOLDS;
}

int finding_output_close(struct finding_output *output, int code)
{
    if (!code && !output->written)
        code = output->code;
    if (code) {
        ln_outfile_drop(&output->save);
        ln_outfile_drop(&output->short_save);
        return code;
    }
    close_file(output, &output->save);
    if (output->short_written)
        close_file(output, &output->short_save);
    else
        leave_file(output, &output->short_save);
    return output->code;
}

/* Of what says only that nothing is known there is nothing to verify. */
static bool can_be_verified(const struct ln_finding *finding)
{
    return ln_facts_find(&finding->evidence, NULL, finding->verdict == LN_HOLDS ? "witness" : "core") != NULL;
}

static void write_to_files(struct finding_output *output, const struct ln_finding *finding)
{
    struct ln_error error = { 0 };
    enum ln_status status = LN_OK;
    output->written = true;
    if (output->save.to)
        status = ln_finding_write(finding, output->save.to, &error);
    if (!status && output->short_save.to && can_be_verified(finding)) {
        struct ln_finding without = *finding;
        without.history = NULL;
        without.serial.length = 0;
        output->short_written = true;
        status = ln_finding_write(&without, output->short_save.to, &error);
    }
    if (!status)
        return;
    not_saved(output, &error);
    ln_outfile_drop(&output->save);
    ln_outfile_drop(&output->short_save);
}

void tell_finding(struct finding_output *output, const struct ln_finding *finding)
{
    exit_worse(&output->code, exit_of_verdict(finding->verdict));
    write_to_files(output, finding);
    if (output->quiet)
        return;
    ln_progress_line_clear(output->watch);
    if (output->blank_line && !output->json)
        say("\n");
    output->blank_line = finding->verdict != LN_HOLDS && finding->reason != LN_REASON_EMPTY;
    if (say_finding(finding, NULL, output->json))
        complain("linnet: no memory left for the report\n");
}
