// `long double` is a type of its own: to overloads, templates, names and literals.
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <vector>

const char *name(float) { return "float"; }
const char *name(double) { return "double"; }
const char *name(double long) { return "long double"; }

template <class T> struct Kind {
    static constexpr int is = 0;
};
template <> struct Kind<double> {
    static constexpr int is = 1;
};
template <> struct Kind<long double> {
    static constexpr int is = 2;
};

constexpr long double operator""_km(long double n) { return n * 1000; }
constexpr long double operator""_km(unsigned long long n) { return n * 1000.0L; }

long double sum(int n, ...) {
    va_list list;
    va_start(list, n);
    long double all = 0;
    for (int i = 0; i < n; ++i) all += va_arg(list, long double);
    va_end(list);
    return all;
}

struct Total {
    long double value = 0;
    Total &operator+=(long double more) {
        value += more;
        return *this;
    }
};

template <class T> T half(T x) { return x / 2; }

int main() {
    puts(name(1.0f));
    puts(name(1.0));
    puts(name(1.0L));
    long double x = 2.25;
    float f = 1.5f;
    int i = 3;
    printf("%s, %s, %s, %s\n", name(x * f), name(i + x), name(i ? 1.0 : x), name(-x));
    printf("%s, %s, %s\n", name(std::sqrt(x)), name(sqrtl(x)), name(std::pow(x, 2)));
    printf("%d %d %d\n", std::is_same<decltype(1.0l), long double>::value, std::is_same<double, long double>::value, std::is_floating_point<const long double>::value);
    printf("%d %d %d\n", Kind<float>::is, Kind<double>::is, Kind<long double>::is);
    printf("%s %s %s\n", typeid(long double).name(), typeid(x).name(), typeid(double).name());
    printf("%Lf %.3Lg %5.1Lf|\n", x, std::sqrt(x), 10.0L / 4);
    printf("%g %g\n", (double)2.5_km, (double)3_km);
    printf("%Lg\n", sum(3, 1.5L, 2.5L, x));
    double d = half(x) + half(0.5);
    std::cout << d << ' ' << x << ' ' << half(3.0L) << ' ' << std::max(x, 3.5L) << '\n';
    std::istringstream in("6.25");
    in >> x;
    std::cout << x << ' ' << std::stold("1.75") << ' ' << strtold("0.5", nullptr) << ' ' << std::to_string(2.5L) << '\n';
    Total total;
    for (double part : {0.5, 1.0}) total += part;
    total += 1;
    std::vector<long double> row{1, 2.5L, f};
    std::sort(row.begin(), row.end());
    std::cout << total.value << ' ' << row[1] << ' ' << static_cast<int>(row[2] * 2) << ' ' << std::abs(-row[0]) << '\n';
    std::cout << (std::numeric_limits<long double>::is_iec559 && std::numeric_limits<long double>::max() >= std::numeric_limits<double>::max()) << std::isnan(x) << std::isfinite(x) << (x > 6 && x < 7.0f) << '\n';
    long double *p = &x, values[2] = {1, 2};
    *p += values[1];
    std::cout << x << ' ' << std::floor(x) << ' ' << std::fabs(-x) << ' ' << std::hypot(3.0L, 4.0L) << ' ' << (bool)x << (x == 8.25) << '\n';
    constexpr long double third = 1.0L / 4;
    static_assert(third < 0.5 && third == 0.25f, "known before anything runs");
    std::cout << third << '\n';
}
/* expect
float
double
long double
long double, long double, long double, long double
long double, long double, long double
1 0 1
0 1 2
e e d
2.250000 1.5   2.5|
2500 3000
6.25
1.375 2.25 1.5 3.5
6.25 1.75 0.5 2.500000
2.5 1.5 5 1
1011
8.25 8 8.25 5 11
0.25
*/
