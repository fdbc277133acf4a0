// C++20's views, alone and as pipelines.
#include <cstdio>
#include <vector>
#include <map>
#include <list>
#include <string>
#include <numeric>
#include <algorithm>
#include <ranges>
int main() {
    std::vector<int> v{1, 2, 3, 4, 5, 6, 7, 8};
    auto even = [](int x) { return x % 2 == 0; };
    for (int x : v | std::views::filter(even) | std::views::transform([](int x) { return x * x; })) printf("%d ", x);
    printf("\n");
    for (int x : v | std::views::take(3)) printf("%d ", x);
    for (int x : v | std::views::drop(6)) printf("%d ", x);
    for (int x : v | std::views::reverse | std::views::take(2)) printf("%d ", x);
    printf("\n");
    std::map<std::string, int> m{{"a", 1}, {"b", 2}};
    for (const auto &key : m | std::views::keys) printf("%s ", key.c_str());
    for (auto &value : m | std::views::values) value *= 10;
    for (auto value : std::views::values(m)) printf("%d ", value);
    printf("\n");
    for (auto &x : v | std::views::filter(even)) x = -x;
    for (int x : v) printf("%d ", x);
    printf("\n");
    for (int i : std::views::iota(1) | std::views::take(5)) printf("%d ", i);
    for (int i : std::views::iota(0, 10) | std::views::filter(even) | std::views::take(3)) printf("%d ", i);
    for (int i : std::ranges::views::iota(0, 4) | std::ranges::views::reverse) printf("%d ", i);
    printf("\n");
    std::list<int> l{5, 6, 7, 8};
    for (int i : l | std::views::take(2)) printf("%d ", i);
    for (int i : l | std::views::drop(1) | std::views::reverse) printf("%d ", i);
    for (int i : l | std::views::take_while([](int x) { return x < 7; })) printf("%d ", i);
    for (int i : l | std::views::drop_while([](int x) { return x < 7; })) printf("%d ", i);
    printf("\n");
    auto pipe = std::views::filter(even) | std::views::transform([](int x) { return x + 1; });
    auto made = v | pipe;
    std::vector<int> w(made.begin(), made.end());
    printf("%zu %d %d\n", w.size(), w.front(), made.front());
    auto squares = std::views::transform(v, [](int x) { return x * x; });
    printf("%zu %d %d %d\n", squares.size(), squares[2], squares.back(), std::accumulate(squares.begin(), squares.end(), 0));
    printf("%d\n", (int)std::ranges::count_if(v | std::views::drop(2), [](int x) { return x > 0; }));
    struct P { int x; float y; };
    std::vector<P> ps{{1, 2.f}, {3, 4.f}};
    for (int x : ps | std::views::transform(&P::x)) printf("%d ", x);
    for (int x : std::vector<int>{9, 8} | std::views::reverse) printf("%d ", x);
    std::string text = "hello";
    for (char c : text | std::views::reverse) printf("%c", c);
    std::ranges::for_each(v | std::views::take(2), [](int x) { printf(" %d", x); });
    auto firsts = v | std::views::take(2);
    printf(" %d %d\n", (int)std::ranges::distance(firsts), firsts.empty());
    for (int x : v | std::views::take(4)) printf("%d ", x);
    printf("\n");
}
/* expect
4 16 36 64 
1 2 3 7 8 8 7 
a b 10 20 
1 -2 3 -4 5 -6 7 -8 
1 2 3 4 5 0 2 4 3 2 1 0 
5 6 8 7 6 5 6 7 8 
4 -1 -1
8 9 64 204
3
1 3 8 9 olleh 1 -2 2 0
1 -2 3 -4 
*/
