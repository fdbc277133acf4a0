// The parts of the standard library that programs ask for less often: raw memory, moves, types, chrono's arithmetic, errors.
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <random>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

struct Loud {
    static int live;
    int n;
    Loud(int n = 7) : n(n) { ++live; }
    Loud(const Loud &o) : n(o.n) { ++live; }
    Loud(Loud &&o) : n(o.n) {
        o.n = -1;
        ++live;
    }
    ~Loud() { --live; }
};
int Loud::live = 0;
struct Shape {
    virtual double area() const = 0;
    virtual ~Shape() {}
};
struct Unit : Shape {
    double area() const override { return 1; }
};
struct Pinned {
    Pinned(int a, double b) : sum(a + b) {}
    Pinned(const Pinned &) = delete;
    double sum;
};
static double half(double x) { return x / 2; }

static void raw_memory() {
    void *room = malloc(8 * sizeof(Loud));
    Loud *p = static_cast<Loud *>(room);
    std::uninitialized_fill_n(p, 2, Loud(5));
    std::vector<Loud> from(3);
    std::uninitialized_copy(from.begin(), from.end(), p + 2);
    std::uninitialized_move(from.begin(), from.end(), p + 5);
    printf("%d %d %d %d %d\n", Loud::live, p[1].n, p[4].n, p[7].n, from[0].n);
    std::destroy(p, p + 8);
    std::destroy_at(::new (room) Loud(1));
    printf("%d\n", Loud::live);
    free(room);
    char row[64];
    void *at = row + 1;
    size_t left = 63;
    void *aligned = std::align(16, 16, at, left);
    printf("%d %d\n", aligned != nullptr, reinterpret_cast<size_t>(aligned) % 16 == 0);
    typedef std::allocator_traits<std::allocator<int>> Traits;
    std::allocator<int> a;
    int *q = Traits::allocate(a, 4);
    Traits::construct(a, q, 42);
    printf("%d\n", *q);
    Traits::destroy(a, q);
    Traits::deallocate(a, q, 4);
}
static void moves() {
    std::vector<std::string> words{"a", "bb", "ccc"};
    std::vector<std::string> taken(std::make_move_iterator(words.begin()), std::make_move_iterator(words.end()));
    printf("%zu %zu %s\n", words[2].size(), taken.size(), taken[2].c_str());
    int row[] = {1, 2, 3};
    for (auto i = std::rbegin(row); i != std::rend(row); ++i) printf("%d ", *i);
    for (auto i = std::crbegin(taken); i != std::crend(taken); ++i) printf("%s ", i->c_str());
    std::map<int, Pinned> kept;
    kept.emplace(std::piecewise_construct, std::forward_as_tuple(3), std::forward_as_tuple(4, 0.5));
    std::pair<std::string, std::vector<int>> both(std::piecewise_construct, std::make_tuple(3, 'x'), std::make_tuple(2, 9));
    printf("%g %s %d\n", kept.at(3).sum, both.first.c_str(), both.second[1]);
    std::unique_ptr<int[]> a(new int[2]{1, 2}), b(new int[2]{3, 4});
    swap(a, b);
    printf("%d %d\n", a[0], b[1]);
    std::shared_ptr<int> s = std::make_shared<int>(3), t = s;
    std::weak_ptr<int> w = s;
    printf("%d %d\n", !s.owner_before(t) && !t.owner_before(s), !w.owner_before(s));
}
static void types() {
    printf("%d%d%d%d\n", std::is_abstract<Shape>::value, std::is_abstract_v<Unit>, std::is_destructible_v<Loud>, std::is_compound_v<int>);
    printf("%d%d\n", std::is_trivially_constructible_v<int>, std::is_trivially_copy_assignable_v<Loud>);
    printf("%d %d\n", std::is_same_v<std::result_of_t<decltype(&half)(double)>, double>, (int)std::is_same<std::add_cv_t<int>, const volatile int>::value);
    std::byte b{0x0f};
    b = (b << 2) | std::byte{1};
    printf("%d\n", std::to_integer<int>(b & std::byte{0x3d}));
    printf("%g %ld %g %d\n", (double)std::nextafterf(1.f, 2.f), std::lrintf(2.5f), (double)std::remainderf(5.f, 3.f), std::ilogbf(8.f));
}
static void times() {
    using namespace std::chrono;
    auto t = milliseconds(10) * 1.5;
    printf("%g %g %ld\n", t.count(), (seconds(3) / 2.0).count(), (long)(minutes(5) % minutes(2)).count());
    static_assert(!std::is_convertible<milliseconds, seconds>::value, "lossy");
    static_assert(!std::is_convertible<duration<double>, seconds>::value, "lossy");
    static_assert(std::is_convertible<seconds, duration<double, std::milli>>::value, "fine");
    seconds s(59);
    ++s;
    s %= 7;
    printf("%ld\n", (long)s.count());
    auto day = system_clock::from_time_t(86400) + hours(1);
    printf("%ld %d\n", (long)system_clock::to_time_t(day), (int)(time_point_cast<seconds>(day) == day));
}
static double twice_and(double a, double b) { return 2 * a + b; }
static void functions() {
    std::function<double(double)> f = half, g;
    f.swap(g);
    printf("%d %g %d\n", f == nullptr, g(3), g.target<double (*)(double)>() != nullptr);
    auto r = std::ref(g);
    printf("%g %g\n", r(8), std::bind(twice_and, std::placeholders::_2, std::placeholders::_1)(1, 10));
    std::mt19937 e(3);
    std::uniform_int_distribution<int> d;
    d.param(std::uniform_int_distribution<int>::param_type(1, 6));
    int first = d(e), second = d(e, decltype(d)::param_type(10, 20));
    printf("%d %d %d %d\n", first, second, d.param().b(), d.a());
}
static void deep() {
    try {
        throw std::out_of_range("row 9");
    } catch (...) {
        std::throw_with_nested(std::runtime_error("cannot read"));
    }
}
static void tell(const std::exception &e, int depth) {
    printf("%*s%s\n", depth * 2, "", e.what());
    try {
        std::rethrow_if_nested(e);
    } catch (const std::exception &inner) {
        tell(inner, depth + 1);
    }
}
static void errors() {
    try {
        deep();
    } catch (const std::exception &e) {
        tell(e, 0);
    }
    try {
        throw std::system_error(ENOENT, std::generic_category(), "weights.bin");
    } catch (const std::system_error &e) {
        printf("%s | %d %s\n", e.what(), e.code().value(), e.code().category().name());
    }
    std::error_code code = std::make_error_code(std::errc::permission_denied);
    printf("%s %d %d\n", code.message().c_str(), code == std::errc::permission_denied, (bool)std::error_code());
}
int main() {
    raw_memory();
    moves();
    types();
    times();
    functions();
    errors();
}
/* expect
11 5 7 7 -1
3
1 1
42
0 3 ccc
3 2 1 ccc bb a 4.5 xxx 9
3 2
1 1
1010
10
1 1
61
1 2 -1 3
15 1.5 1
4
90000 1
1 1.5 1
4 21
4 10 6 1
cannot read
  row 9
weights.bin: No such file or directory | 2 generic
Permission denied 1 0
*/
