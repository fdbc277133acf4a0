// Comparisons of whole deques and optionals, quotients of longs, and the one locale there is.
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <optional>

int main() {
    std::deque<int> a{1, 2}, b{1, 2}, c{1, 3};
    printf("%d %d %d\n", a == b, a == c, a != c);
    std::optional<int> none, three = 3, four(4), again = 3;
    printf("%d %d %d %d %d\n", none == three, three == again, three != four, none < three, four < three);
    none.swap(three);
    printf("%d %d\n", none.value_or(0), three.has_value());
    ldiv_t parts = ldiv(17L, 5L);
    printf("%ld %ld\n", parts.quot, parts.rem);
    printf("%s %d\n", setlocale(LC_ALL, "C"), std::setlocale(LC_ALL, "nowhere") == nullptr);
}
/* expect
1 0 1
0 1 1 1 0
3 0
3 2
C 1
*/
