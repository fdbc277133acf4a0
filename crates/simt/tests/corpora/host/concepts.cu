// Concepts, `requires` and what they choose: overloads, members, specialisations, branches of `if constexpr`.
#include <cstdio>
#include <concepts>
#include <type_traits>
#include <vector>
#include <string>
template <class T> concept Numeric = std::is_arithmetic_v<T> || std::is_same_v<T, struct Big>;
template <class T> concept HasSize = requires(const T &a) {
    { a.size() } -> std::convertible_to<int>;
    typename T::value_type;
    requires sizeof(T) > 1;
};
template <Numeric T> __global__ void k(T *x, T by) { x[threadIdx.x] *= by; }
template <class T> requires Numeric<T> && (sizeof(T) >= 4)
__device__ __host__ T twice(T a) { return a + a; }
template <class T> T third(T a) requires std::floating_point<T> { return a / 3; }
template <class T> T third(T a) requires std::integral<T> { return a / 3 + 1000; }
// subsumption
template <class T> const char *kind(T) { return "any"; }
template <std::integral T> const char *kind(T) { return "integral"; }
template <std::signed_integral T> const char *kind(T) { return "signed"; }
void show(Numeric auto x) { printf("num %d\n", (int)x); }
void show(const HasSize auto &c) { printf("size %d\n", (int)c.size()); }
template <HasSize... Ts> int sizes(const Ts &...xs) { return (0 + ... + (int)xs.size()); }
template <Numeric T> struct Vec { T x, y; T dot() const { return x * x + y * y; }
    int bits() const requires std::integral<T> { return sizeof(T) * 8; }
    int bits() const requires std::floating_point<T> { return -1; }
};
template <class T> struct Name { static constexpr const char *v = "other"; };
template <class T> requires std::integral<T> struct Name<T> { static constexpr const char *v = "integral"; };
template <std::floating_point T> struct Name<T> { static constexpr const char *v = "float"; };
template <class T> void report(const T &t) {
    if constexpr (requires { t.name(); }) printf("%s\n", t.name());
    else if constexpr (requires { t + t; }) printf("adds\n");
    else printf("nothing\n");
}
struct Dog { const char *name() const { return "dog"; } };
struct None {};
template <auto N> requires (N > 0) struct Buf { int d[N]; };
template <std::integral auto N> constexpr int plus1() { return N + 1; }
static_assert(Numeric<int> && !Numeric<None>);
static_assert(std::same_as<int, int>); static_assert(!std::same_as<int, long>);
static_assert(HasSize<std::string>); static_assert(std::regular<int>); static_assert(std::totally_ordered<double>);
static_assert(std::copyable<std::vector<int>>); static_assert(!std::equality_comparable<None>);
static_assert(std::invocable<int (*)(int), int>); static_assert(std::default_initializable<None>);
static_assert(std::constructible_from<std::string, const char *>); static_assert(std::movable<std::string>);
struct NoCopy { NoCopy() = default; NoCopy(const NoCopy &) = delete; NoCopy &operator=(const NoCopy &) = delete; };
static_assert(!std::copyable<NoCopy>); static_assert(std::derived_from<Vec<int>, Vec<int>>);
int main() {
    float *d; cudaMallocManaged(&d, 32 * 4); for (int i = 0; i < 32; i++) d[i] = i;
    k<<<1, 32>>>(d, 2.f); cudaDeviceSynchronize(); printf("%g %g\n", d[5], twice(d[3]));
    printf("%g %d\n", third(9.0), third(9));
    printf("%s %s %s\n", kind(1.0), kind(1u), kind(1));
    show(3); show(std::vector<int>{1, 2, 3});
    printf("%d\n", sizes(std::string("ab"), std::vector<int>(4)));
    Vec<int> a{1, 2}; Vec<double> b{1, 2}; printf("%d %d %d\n", a.dot(), a.bits(), b.bits());
    printf("%s %s %s\n", Name<int>::v, Name<float>::v, Name<None>::v);
    report(Dog{}); report(4); report(None{});
    Buf<3> bb; printf("%zu %d\n", sizeof bb, plus1<4>());
    Numeric auto n = 5; std::integral auto const m = 6; printf("%d %d\n", n, m);
    auto f = [](std::integral auto x) { return x + 1; }; printf("%d\n", f(3));
    auto g = []<class T>(T x) requires Numeric<T> { return x * 2; }; printf("%d\n", g(3));
}
/* expect
10 12
3 1003
any integral signed
num 3
size 3
6
5 32 -1
integral float other
dog
adds
nothing
12 5
5 6
4
6
*/
