// A lambda's parameters may have the type of a variable around it, captured or not.
#include <cstdio>
#include <map>
#include <algorithm>
#include <iterator>
template <typename T> int twice(T x) {
    T y = x + 1;
    auto add = [](decltype(y) a, decltype(y) &b) { return a + b; };
    return (int)(add(x, y) * 2);
}
int main() {
    std::multimap<int, int> groups = {{1, 10}, {1, 11}, {2, 20}};
    auto best = groups.equal_range(1);
    auto distance = [](decltype(best) p) { return std::distance(p.first, p.second); };
    printf("%d\n", (int)distance(best));
    for (auto it = best.first; it != best.second; it++) {
        std::for_each(it, best.second, [](decltype(*it) pair) { printf("%d %d\n", pair.first, pair.second); });
    }
    double x = 1.5;
    auto half = [](decltype(x) v) -> decltype(x) { return v / 2; };
    printf("%g %d %d\n", half(3), twice(3), twice(1.25));
}
/* expect
2
1 10
1 11
1 11
1.5 14 7
*/
