// Conversion operators that are templates, and those that give references; `decltype` of a function.
#include <cstdio>
#include <functional>
#include <type_traits>
#include <vector>
template <class T> struct Row {
    int n;
    Row(int n) : n(n) {}
    template <class U> operator Row<U>() const { return Row<U>(n + sizeof(U)); }
};
struct Cell {
    int v;
    operator int&() { return v; }
};
struct Any {
    template <class T> operator T() const { return T(7); }
};
int twice(int x) { return 2 * x; }
template <class F> struct Result;
template <class R, class... A> struct Result<R(A...)> {
    using type = R;
    static constexpr int count = sizeof...(A);
};
int sum(const Row<double>& r) { return r.n; }
int main() {
    Row<int> a(3);
    Row<double> b = a;
    Row<short> c(a);
    Row<char> d = static_cast<Row<char>>(a);
    printf("%d %d %d %d\n", b.n, c.n, d.n, sum(a));
    int x = 1, y = 2;
    std::vector<std::reference_wrapper<int>> refs{x, std::ref(y)};
    for (int& r : refs) r *= 10;
    int& first = refs[0];
    ++first;
    Cell cell{4};
    int& inside = cell;
    inside = 6;
    printf("%d %d %d\n", x, y, cell.v);
    int seven = Any();
    double also = Any();
    printf("%d %g\n", seven, also);
    static_assert(std::is_same_v<Result<decltype(twice)>::type, int> && Result<decltype(twice)>::count == 1);
    std::function<decltype(twice)> f = twice;
    decltype(twice)* g = twice;
    printf("%d %d\n", f(4), g(5));
}
/* expect
11 5 4 11
11 20 6
7 7
8 10
*/
