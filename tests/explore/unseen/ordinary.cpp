/* Much of what ordinary C++ is made of. */
#include "case.h"
#include <string>
#include <vector>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <atomic>
#include <stdexcept>
#include <optional>
#include <variant>
#include <functional>
#include <algorithm>
#include <typeinfo>
#include <array>
#include <tuple>
struct Base {
    virtual ~Base() = default;
    virtual int f()
    {
        return 1;
    }
};
struct Derived : Base {
    int x = 3;
    int f() override
    {
        return x;
    }
};
struct Mine : std::exception {
    int code;
    Mine(int c) : code(c)
    {
    }
    const char *what() const noexcept override
    {
        return "mine";
    }
};
struct S {
    std::mutex m;
    std::shared_mutex rw;
    std::recursive_mutex rec;
    std::once_flag once;
    std::map<int, std::string> map;
    std::atomic<int> n{ 0 };
    std::shared_ptr<int> p = std::make_shared<int>(0);
    std::vector<std::unique_ptr<Base>> v;
    int ready = 0;
};
static std::vector<int> early(5, 7);
static S &instance()
{
    static S s;
    return s;
}
static void *make()
{
    return &instance();
}
OP(work)
{
    S *s = (S *)o;
    int k = (int)a[0].i;
    int r = 0;
    std::call_once(s->once, [&] { s->ready = early[2]; });
    {
        std::lock_guard<std::mutex> g(s->m);
        s->map[k] = "value " + std::to_string(k);
        s->v.push_back(std::make_unique<Derived>());
        r += s->v.back()->f();
        r += (int)s->map.size() * 0;
        early.push_back(1);
    }
    {
        std::shared_lock<std::shared_mutex> g(s->rw);
        std::shared_ptr<int> q = s->p;
        r += *q;
    }
    {
        std::lock_guard<std::recursive_mutex> g(s->rec);
        std::lock_guard<std::recursive_mutex> h(s->rec);
    }
#ifndef NO_THROW /* a linnet that is built with sanitizers stops at it */
    try {
        if (k)
            throw Mine(k);
    } catch (const std::exception &e) {
        r += e.what()[0] == 'm';
    }
    try {
        throw std::invalid_argument("no " + std::to_string(k));
    } catch (const std::logic_error &e) {
        r += std::string(e.what()).size() > 3;
    }
    try {
        std::vector<int>().at(3);
    } catch (const std::out_of_range &) {
        r++;
    }
#endif
    std::optional<int> oi = 3;
    std::variant<int, std::string> va = std::string("abc");
    r += *oi + (int)std::get<std::string>(va).size();
    std::function<int(int)> f = [k](int x) { return x; };
    r += f(1);
    static thread_local int tl;
    tl++;
    r += tl > 0;
    Base *b = new Derived;
    r += dynamic_cast<Derived *>(b) != nullptr;
    r += typeid(*b) == typeid(Derived);
    delete b;
    std::array<int, 5> ar{ 5, 3, 1, 2, 4 };
    std::sort(ar.begin(), ar.end());
    r += ar[0];
    s->n.fetch_add(1);
    return LINNET_INT(r + s->ready);
}
LINNET_OBJECT = { .name = "ordinary",
                  .create = make,
                  .operations = { { .name = "work", .call = work, .fresh = true } } };
