// `std::variant`: what it holds, visiting, copies, and asking for what is not there.
#include <iostream>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>
struct Shown {
    void operator()(int i) const { std::cout << "int " << i << "\n"; }
    void operator()(const std::string &s) const { std::cout << "text " << s << "\n"; }
    void operator()(double d) const { std::cout << "real " << d << "\n"; }
};
struct Disc {
    double r;
};
struct Rect {
    double w, h;
};
struct Loud {
    int n;
    Loud(int x) : n(x) {}
    Loud(const Loud &from) : n(from.n) { std::cout << "copy " << n << "\n"; }
    ~Loud() { std::cout << "end " << n << "\n"; }
};
int main() {
    std::variant<int, double, std::string> v = 3;
    std::visit(Shown(), v);
    v = "hey";
    std::visit(Shown(), v);
    v = 2.5;
    std::cout << v.index() << std::holds_alternative<double>(v) << std::get<double>(v) << (std::get_if<int>(&v) == nullptr) << "\n";
    std::visit([](auto &&x) { std::cout << x << "\n"; }, v);
    try {
        std::get<int>(v);
    } catch (const std::bad_variant_access &e) {
        std::cout << "bad\n";
    }
    std::vector<std::variant<Disc, Rect>> shapes{Disc{1}, Rect{2, 3}};
    double area = 0;
    for (auto &shape : shapes)
        area += std::visit(
            [](auto &s) -> double {
                if constexpr (std::is_same_v<std::decay_t<decltype(s)>, Disc>) return s.r * 3;
                else return s.w * s.h;
            },
            shape);
    auto kept = v;
    v.emplace<std::string>("zz");
    std::cout << area << std::get<2>(v) << kept.index() << (kept == v) << "\n";
    std::variant<std::monostate, int> none;
    std::cout << none.index() << "\n";
    {
        std::variant<int, Loud> a(std::in_place_index<1>, 4);
        auto b = a;
        a = 1;
        std::cout << a.index() << std::get<Loud>(b).n << "\n";
    }
}
/* expect
int 3
text hey
112.51
2.5
bad
9zz10
0
copy 4
end 4
04
end 4
*/
