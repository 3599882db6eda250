/* Text by streams of the call's own, and some of it to standard output. */
#include <linnet/object.h>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>

static std::mutex mutex;
static std::string text;
#ifdef GLOBAL
static std::ostringstream out;
#endif

static void *make()
{
    return &text;
}

static linnet_value add(void *, const linnet_value *args)
{
#ifndef GLOBAL
    std::ostringstream out;
#endif
    std::string word;
    int number = 0, letters = 0;
#ifndef RACY
    std::lock_guard<std::mutex> guard(mutex);
#endif
    out << text << args[0].i << ' ' << 1.5 << "," << std::hex << std::setw(3) << true << std::endl;
    text = out.str();
    std::cout << "so far " << text.size() << std::endl;
    std::istringstream in(text);
    in >> number >> word;
    while (std::getline(in, word, ','))
        letters += (int)word.size();
    return LINNET_INT(number + letters);
}

LINNET_OBJECT = { .name = "streams",
                  .create = make,
                  .operations = { { .name = "add", .call = add, .fresh = true } } };
