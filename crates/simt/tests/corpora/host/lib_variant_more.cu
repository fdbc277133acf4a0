// Several variants visited together, compared, and what is said of the wrong one.
#include <iostream>
#include <string>
#include <variant>
struct Rock {};
struct Paper {};
using Hand = std::variant<Rock, Paper>;
struct Beats {
    bool operator()(const Paper &, const Rock &) const { return true; }
    template <class A, class B> bool operator()(const A &, const B &) const { return false; }
};
using Value = std::variant<int, std::string>;
int main() {
    Hand a = Rock{}, b = Paper{};
    std::cout << std::visit(Beats(), a, b) << std::visit(Beats(), b, a) << '\n';
    Value x = 3, y = std::string("three"), z = 4;
    std::visit([](const auto &p, const auto &q, auto &r) { std::cout << p << q << r << '\n'; }, x, y, z);
    std::cout << (x == x) << (x == y) << (x != z) << (x < z) << (y < x) << (Value("a") < Value("b")) << '\n';
    try {
        std::get<int>(y);
    } catch (const std::bad_variant_access &e) {
        std::cout << e.what() << '\n';
    }
}
/* expect
01
3three4
101101
std::get: wrong index for variant
*/
