/* A queue of jobs, and what its users saw of it: can it have been a queue? */
#include <linnet/linnet.h>

#include <stdio.h>

int main(void)
{
    linnet_value alice = linnet_text("alice"), bob = linnet_text("bob");
    linnet_value first = linnet_int(1), second = linnet_int(2);
    linnet_options options = LINNET_OPTIONS;
    linnet_history *history;
    linnet_finding *finding;
    char message[512];
    int answer;

    if (linnet_history_new(&history, "jobs") != LINNET_OK)
        return LINNET_STOPPED;
    linnet_history_call(history, alice, LINNET_NO_KEY, "enq", &first, 1);
    linnet_history_return(history, alice, LINNET_VOID);
    linnet_history_call(history, alice, LINNET_NO_KEY, "enq", &second, 1);
    linnet_history_call(history, bob, LINNET_NO_KEY, "deq", NULL, 0);
    linnet_history_return(history, alice, LINNET_VOID);
    linnet_history_return(history, bob, second);

    options.spec = "queue";
    answer = linnet_judge(history, &options, &finding, message, sizeof message);
    if (answer == LINNET_OK) {
        fputs(linnet_finding_text(finding), stdout);
        answer = linnet_finding_verdict(finding);
    } else {
        fprintf(stderr, "%s\n", message);
    }
    linnet_finding_free(finding);
    linnet_history_free(history);
    return answer;
}
