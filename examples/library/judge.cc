// The same from C++: a queue of jobs, and what its users saw of it.
#include <linnet/linnet.h>

#include <iostream>
#include <memory>
#include <stdexcept>

using History = std::unique_ptr<linnet_history, void (*)(linnet_history *)>;
using Finding = std::unique_ptr<linnet_finding, void (*)(linnet_finding *)>;

static Finding judge(const History &history, const char *spec)
{
    linnet_options options = LINNET_OPTIONS;
    linnet_finding *finding;
    char message[512];
    options.spec = spec;
    if (linnet_judge(history.get(), &options, &finding, message, sizeof message) != LINNET_OK)
        throw std::runtime_error(message);
    return Finding(finding, linnet_finding_free);
}

int main()
{
    const linnet_value alice = linnet_text("alice"), bob = linnet_text("bob");
    const linnet_value first = linnet_int(1), second = linnet_int(2);
    linnet_history *made;
    if (linnet_history_new(&made, "jobs") != LINNET_OK)
        return LINNET_STOPPED;
    History history(made, linnet_history_free);
    linnet_history_call(made, alice, LINNET_NO_KEY, "enq", &first, 1);
    linnet_history_return(made, alice, LINNET_VOID);
    linnet_history_call(made, alice, LINNET_NO_KEY, "enq", &second, 1);
    linnet_history_call(made, bob, LINNET_NO_KEY, "deq", nullptr, 0);
    linnet_history_return(made, alice, LINNET_VOID);
    linnet_history_return(made, bob, second);
    Finding finding = judge(history, "queue");
    std::cout << linnet_finding_text(finding.get());
    return linnet_finding_verdict(finding.get());
}
