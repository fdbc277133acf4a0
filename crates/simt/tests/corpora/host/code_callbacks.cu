// Functions as values on the host: names chosen by the target's type, template arguments, callbacks, lambdas as pointers.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <algorithm>
#include <vector>
#include <string>

int twice(int x) { return 2 * x; }
float twice(float x) { return 2.5f * x; }
double twice(double x, double y) { return x + y; }
template <typename T> T same(T x) { return x; }
template <typename T> T largest(T a, T b) { return a > b ? a : b; }

int applied(int (*f)(int), int x) { return f(x); }
float applied_float(float (*f)(float), float x) { return f(x); }
template <typename R, typename A> R apply(R (*f)(A), A x) { return f(x); }
template <typename F, typename... A> auto call(F f, A... a) { return f(a...); }

template <int (*F)(int)> int by_argument(int x) { return F(F(x)); }
template <float (*F)(float)> struct Mapped {
    static float map(float x) { return F(x); }
    float operator()(float x) const { return F(x) + 1; }
};
template <auto F, typename T> T by_auto(T x) { return F(x); }
template <auto N> auto number() { return N; }
template <typename T, T (*F)(T, T)> T folded(const T *v, int n) {
    T r = v[0];
    for (int i = 1; i < n; i++) r = F(r, v[i]);
    return r;
}
int triple(int x) { return 3 * x; }
float half_of(float x) { return x / 2; }
int add(int a, int b) { return a + b; }
static int hidden(int x) { return x + 100; }
namespace deep { int quad(int x) { return 4 * x; } }

int table[4] = {1, 2, 3, 4};
int single = 7;
template <int *P> int read() { return *P; }
template <int (&R)[4]> int sum_of() { int s = 0; for (int v : R) s += v; return s; }
template <typename T, T *P = nullptr> int is_null() { return P == nullptr; }

typedef int (*Unary)(int);
using Binary = int (*)(int, int);
struct Op { const char *name; Unary f; };
Unary pick(int n) { return n == 0 ? triple : n == 1 ? deep::quad : &hidden; }
Unary chosen = twice;
int (*pair_table[2])(int) = {twice, triple};
int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
struct Counter {
    static int step(int x) { return x + 1; }
    static float step(float x) { return x + 0.5f; }
    Unary f = nullptr;
    Counter() {}
    Counter(Unary f) : f(f) {}
    int run(int x) const { return f ? f(x) : -1; }
};
void each(const std::vector<int> &v, void (*f)(int, void *), void *data) {
    for (int x : v) f(x, data);
}
Unary returned(bool b) {
    if (b) return [](int x) { return x * 10; };
    return twice;
}
bool descending(int a, int b) { return a > b; }

int main() {
    printf("%d %g\n", applied(twice, 4), applied_float(twice, 4));
    printf("%d %g\n", applied(&twice, 5), applied_float(&twice, 5));
    printf("%d %g\n", apply<int, int>(twice, 4), apply(half_of, 3.0f));
    printf("%d %d\n", applied(same, 11), applied(same<int>, 12));
    int (*p)(int) = twice;
    float (*q)(float) = twice;
    double (*r)(double, double) = twice;
    p = triple;
    p = twice;
    printf("%d %g %g\n", p(1), q(1), r(1, 2));
    printf("%d %d %d\n", by_argument<twice>(3), by_argument<deep::quad>(3), by_argument<&hidden>(3));
    printf("%g %g\n", Mapped<twice>::map(3), Mapped<half_of>()(3));
    printf("%d %g\n", by_auto<triple>(5), by_auto<half_of>(5.0f));
    printf("%d %d %c\n", number<7>(), (int)number<true>(), number<'c'>());
    int v[] = {4, 9, 2, 7};
    printf("%d %d\n", folded<int, add>(v, 4), folded<int, largest>(v, 4));
    printf("%d %d %d %d\n", read<&single>(), sum_of<table>(), is_null<int>(), is_null<int, &single>());
    Op ops[] = {{"triple", triple}, {"quad", deep::quad}, {"lambda", [](int x) { return x - 1; }}, {"twice", twice}};
    for (const Op &op : ops) printf("%s %d\n", op.name, op.f(10));
    printf("%d %d %d\n", pick(0)(2), pick(1)(2), pick(2)(2));
    printf("%d %d %d\n", chosen(8), pair_table[0](8), pair_table[1](8));
    Counter c(twice), d([](int x) { return x * x; }), e;
    printf("%d %d %d %d\n", c.run(4), d.run(4), e.run(4), applied(Counter::step, 4));
    Unary square = [](int x) { return x * x; };
    auto plus = +[](int a, int b) { return a + b; };
    Binary b = plus;
    printf("%d %d %d\n", square(5), plus(1, 2), b(3, 4));
    int total = 0;
    each({1, 2, 3}, [](int x, void *data) { *(int *)data += x; }, &total);
    printf("%d\n", total);
    qsort(v, 4, sizeof(int), compare);
    printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
    qsort(v, 4, sizeof(int), [](const void *a, const void *b) { return *(const int *)b - *(const int *)a; });
    printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
    std::sort(v, v + 4);
    std::sort(v, v + 4, descending);
    printf("%d %d\n", v[0], v[3]);
    std::vector<float> w = {1, 4, 9};
    std::vector<float> s(3);
    std::transform(w.begin(), w.end(), s.begin(), half_of);
    printf("%g %g %g\n", s[0], s[1], s[2]);
    std::transform(w.begin(), w.end(), s.begin(), static_cast<float (*)(float)>(std::sqrt));
    printf("%g %g %g\n", s[0], s[1], s[2]);
    std::transform(w.begin(), w.end(), s.begin(), (float (*)(float))twice);
    printf("%g %g %g\n", s[0], s[1], s[2]);
    printf("%d %d\n", call(triple, 5), call(add, 5, 6));
    printf("%d %d\n", returned(true)(3), returned(false)(3));
    double (*m)(double) = sin;
    double (*mm)(double) = std::sqrt;
    printf("%.3f %.3f\n", m(1.0), mm(2.0));
    int (&ref)(int) = triple;
    printf("%d\n", ref(6));
    auto f = [](auto x) { return x + 1; };
    int (*g)(int) = f;
    printf("%d %g\n", g(1), f(1.5));
}
/* expect
8 10
10 12.5
8 1.5
11 12
2 2.5 3
12 48 203
7.5 2.5
15 2.5
7 1 c
22 9
7 10 1 0
triple 30
quad 40
lambda 9
twice 20
6 8 102
16 16 24
8 16 -1 5
25 3 7
6
2 4 7 9
9 7 4 2
9 2
0.5 2 4.5
1 2 3
2.5 10 22.5
15 11
30 6
0.841 1.414
18
2 2.5
*/
