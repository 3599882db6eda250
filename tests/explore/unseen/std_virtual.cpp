/* Virtual functions of the C++ library's classes. */
#include "case.h"
#include <exception>
#include <future>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>
static void *make()
{
    return calloc(1, 64);
}
static int length(const std::exception &e)
{
    return (int)strlen(e.what());
}
OP(go)
{
    std::unique_ptr<std::exception> some[] = {
        std::make_unique<std::runtime_error>("one"), std::make_unique<std::bad_alloc>(),
        std::make_unique<std::bad_cast>(),           std::make_unique<std::exception>(),
        std::make_unique<std::bad_weak_ptr>(),       std::make_unique<std::out_of_range>("four"),
        std::make_unique<std::bad_exception>(),      std::make_unique<std::bad_typeid>()
    };
    int sum = 0;
    (void)o, (void)a;
    for (const auto &e : some)
        sum += length(*e);
    sum += strlen(std::generic_category().name());
    sum += std::error_code(2, std::generic_category()) == std::errc::no_such_file_or_directory;
    return LINNET_INT(sum);
}
LINNET_OBJECT = { .name = "virtual", .create = make, .operations = { { .name = "go", .call = go } } };
