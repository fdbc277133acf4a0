// Class templates without their arguments: from constructors, lists, the library's guides and the program's.
#include <array>
#include <cstdio>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>
template <class T> struct Box {
    T v;
    Box(T x) : v(x) {}
};
Box(const char *) -> Box<std::string>;
template <class T> struct Two {
    T a, b;
};
template <class T> Two(T, T) -> Two<T>;
template <class T, int n> struct Fixed {
    T at[n];
};
template <class T, class... U> Fixed(T, U...) -> Fixed<T, 1 + sizeof...(U)>;
namespace shapes {
template <class T> struct Disc {
    T r;
    explicit Disc(T x) : r(x) {}
};
explicit Disc(int) -> Disc<double>;
}
int main() {
    std::vector v{1, 2, 3};
    std::vector from(v.begin(), v.end());
    std::vector copy(v);
    std::vector filled(4, 2.5);
    std::vector rows{v, copy};
    printf("%d %d %zu %g %zu\n", v[2], from[0], copy.size(), filled[3], rows[1].size());
    std::array row{1.5, 2.5};
    std::tuple three{1, 2.5f, std::string("x")};
    std::pair both{1, 'c'};
    printf("%g %g %c\n", row[1], std::get<1>(three), both.second);
    std::mutex one, other;
    std::scoped_lock held(one, other);
    Box number(3);
    Box text("abc");
    auto *made = new Box(2.5);
    Two two{4.0, 5.0};
    Fixed fixed{1, 2, 3};
    shapes::Disc disc(2);
    disc.r += 0.5;
    printf("%d %zu %g %g %zu %g\n", number.v, text.v.size(), made->v, two.b, sizeof fixed.at / sizeof(int), disc.r);
    printf("%g\n", Box{1.5f}.v);
    delete made;
    auto [a, b, c] = three;
    auto &[x, y] = row;
    x = 9;
    const auto [p, q] = std::tuple<int, long>(4, 5L);
    printf("%d %g %s %g %ld\n", a, b, c.c_str(), row[0] + y, p * q);
}
/* expect
3 1 3 2.5 3
2.5 2.5 c
3 3 2.5 5 3 2.5
1.5
1 2.5 x 11.5 20
*/
