// `char_traits`, `basic_string` and its streams by their long names; the hint of `allocator_traits`; what a locale says of numbers.
#include <clocale>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>

template <class Char> struct Text {
    size_t n;
    Text(const Char *s) : n(std::char_traits<Char>::length(s)) {}
};
template <class A> struct Room : A {
    int *get(size_t n) { return std::allocator_traits<A>::allocate(*this, n, nullptr); }
};
template <class Char> struct Three {
    Char b[3];
    std::basic_string<Char> str() const { return std::basic_string<Char>(b, 3); }
};
static void show(std::basic_ostream<char> &to, const std::basic_string<char> &text) { to << text << "\n"; }

int main() {
    Text<char> r("abc");
    Room<std::allocator<int>> room;
    int *p = room.get(3);
    p[0] = 5;
    printf("%zu %d %s\n", r.n, p[0], std::localeconv()->decimal_point);
    room.deallocate(p, 3);
    Three<char> w{{'a', 'b', 'c'}};
    printf("%s %d\n", w.str().c_str(), std::char_traits<char>::compare("abd", "abc", 3) > 0);
    show(std::cout, w.str());
}
/* expect
3 5 .
abc 1
abc
*/
