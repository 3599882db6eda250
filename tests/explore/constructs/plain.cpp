// C++. Compile with -Dcase_NAME -std=c++20.
#include "case.h"

#include <array>
#include <coroutine>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

#ifdef case_take
APART static long take(large s) { return s.n; }
READS(large, take(*at), at->n = 1)
#endif
#ifdef case_take_reference /* usual */
struct holder { large in; large &get() { return in; } };
APART static long take(large s) { return s.n; }
READS(holder, take(at->get()), at->in.n = 1)
#endif
#ifdef case_take_member
struct taker { long x; APART long take(large s) const { return s.n + x; } };
static taker some;
READS(large, some.take(*at), at->n = 1)
#endif
#ifdef case_take_virtual
struct base { virtual long take(large s) = 0; };
struct derived : base { long take(large s) override { return s.n; } };
static derived it;
static base *volatile to = &it;
READS(large, to->take(*at), at->n = 1)
#endif
#ifdef case_take_global
namespace inner { large global; }
APART static long take(large s) { return s.n; }
READS(large, take(inner::global), inner::global.n = 1)
#endif
#ifdef case_take_template
template <typename T> APART long take(T s) { return s.n; }
READS(large, take<large>(*at), at->n = 1)
#endif
#ifdef case_give_virtual
struct base { virtual large give(long n) = 0; };
struct derived : base { large give(long n) override { return large{ n, {} }; } };
static derived it;
static base *volatile to = &it;
WRITES(large, *at = to->give(n), at->n)
#endif
#ifdef case_give_template
template <typename T> APART T give(long n) { return T{ n, {} }; }
WRITES(large, *at = give<large>(n), at->n)
#endif
#ifdef case_lambda
READS(large, ([s = *at] { return s.n; }()), at->n = 1)
#endif
#ifdef case_function /* usual */
READS(large, (std::function<long()>([s = *at] { return s.n; })()), at->n = 1)
#endif
#ifdef case_pair /* usual */
typedef std::pair<long, large> two;
READS(two, ({ two s = *at; s.second.n; }), at->second.n = 1)
#endif
#ifdef case_tuple /* usual */
typedef std::tuple<char, long, large> three;
WRITES(three, (*at = three('a', n, large{})), std::get<1>(*at))
#endif
#ifdef case_optional /* usual */
typedef std::optional<large> maybe;
READS(maybe, ({ maybe s = *at; s ? s->n : 0; }), *at = (large{ 1, {} }))
#endif
#ifdef case_array /* usual */
typedef std::array<long, 6> six;
READS(six, ({ six s = *at; s[3]; }), (*at)[3] = 1)
#endif
#ifdef case_traits
struct text { char s[16]; };
static_assert(std::string_view("text").size() == 4 && std::string_view("ab") < "b" && __builtin_strlen("a") == 1);
READS(text, std::char_traits<char>::length(at->s), at->s[0] = 1)
#endif
#ifdef case_view
struct text { char s[16]; };
READS(text, std::string_view(at->s, 4) == std::string_view("\1\0\0\0", 4), at->s[0] = 1)
#endif
#ifdef case_new_over
static large large_of(long n) { return large{ n, {} }; }
WRITES(large, new (at) large(large_of(n)), at->n)
#endif
#ifdef case_exchange /* usual */
WRITES(large, (std::exchange(*at, large{ n, {} })), at->n)
#endif
#ifdef case_coroutine
struct task {
    struct promise_type {
        long n = 0;
        task get_return_object() { return { std::coroutine_handle<promise_type>::from_promise(*this) }; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(long v) { n = v; return {}; }
        void return_void() {}
        void unhandled_exception() {}
    };
    std::coroutine_handle<promise_type> handle;
};
static task count() { for (long i = 1; i < 9; i++) co_yield i; }
struct room { task t; };
WRITES(room, (at->t.handle ? (void)0 : (void)(at->t = count())); at->t.handle.resume(),
       at->t.handle ? at->t.handle.promise().n : 0)
#endif
