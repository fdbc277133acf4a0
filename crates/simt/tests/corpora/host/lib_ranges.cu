// C++20: algorithms on whole ranges, with orders and projections; numbers as a view.
#include <algorithm>
#include <iostream>
#include <ranges>
#include <string>
#include <vector>
struct P { std::string name; int age; };
int main() {
    std::vector<int> v{5, 3, 9, 1};
    std::ranges::sort(v);
    for (int x : v) std::cout << x << ' ';
    std::ranges::sort(v, std::greater<>{});
    std::cout << v.front() << ' ' << *std::ranges::max_element(v) << ' ' << std::ranges::count_if(v, [](int x) { return x > 2; }) << ' ' << std::ranges::max(v) << '\n';
    std::vector<P> people{{"Ann", 40}, {"Bob", 25}, {"Cy", 31}};
    std::ranges::sort(people, {}, &P::age);
    for (auto &p : people) std::cout << p.name << ' ';
    auto it = std::ranges::find_if(people, [](const P &p) { return p.age == 31; });
    std::cout << it->name << ' ' << std::ranges::all_of(people, [](int a) { return a > 20; }, &P::age) << ' ' << (std::ranges::find(v, 9) == v.begin()) << '\n';
    for (int i : std::views::iota(2, 6)) std::cout << i << ' ';
    int sum = 0;
    std::ranges::for_each(v, [&](int x) { sum += x; });
    std::vector<int> out(v.size());
    std::ranges::transform(v, out.begin(), [](int x) { return x * x; });
    std::ranges::reverse(out);
    std::ranges::fill(v, 7);
    std::ranges::copy(v, out.begin() + 0);
    std::cout << sum << ' ' << out[0] << ' ' << std::ranges::equal(v, out) << ' ' << std::ranges::distance(v) << '\n';
}
/* expect
1 3 5 9 9 9 3 9
Bob Cy Ann Cy 1 1
2 3 4 5 18 7 1 4
*/
