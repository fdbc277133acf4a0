// Lambdas that are variables of the file, of a class or `static`.
#include <cstdio>

auto square = [](int x) { return x * x; };
const auto cube = [](auto x) { return x * x * x; };
constexpr auto sum = [](int a, int b) { return a + b; };
static_assert(sum(2, 3) == 5);
namespace inner {
auto half = [](double x) { return x / 2; };
}
struct Shape {
    static inline const auto area = [](int w, int h) { return w * h; };
};

int main() {
    static auto count = [n = 0]() mutable { return ++n; };
    printf("%d %d %g %d\n", square(3), cube(2), cube(0.5), sum(1, 2));
    printf("%g %d\n", inner::half(3), Shape::area(4, 5));
    count();
    printf("%d\n", count());
}
/* expect
9 8 0.125 3
1.5 20
2
*/
