// `<=>`: of numbers, defaulted and written, and the comparisons that are made of it.
#include <algorithm>
#include <compare>
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <vector>
struct Version { int major, minor, patch; auto operator<=>(const Version&) const = default; };
struct Entry { std::string name; int value; std::strong_ordering operator<=>(const Entry&) const = default; };
struct Weight {
    double w;
    auto operator<=>(const Weight& o) const { return w <=> o.w; }
    bool operator==(const Weight& o) const { return w == o.w; }
};
struct Key { int k; friend auto operator<=>(const Key&, const Key&) = default; };
struct Row { int cells[3]; double last; auto operator<=>(const Row&) const = default; };
struct Size {
    int n;
    constexpr std::strong_ordering operator<=>(int other) const { return n <=> other; }
    constexpr bool operator==(int other) const { return n == other; }
};
template <class T> struct Box {
    T value;
    auto operator<=>(const Box&) const = default;
    bool operator<(const Box& o) const { return value < o.value; } // its own, which comes first
};
__global__ void on_device(int* out) {
    Version a{1, 2, 3}, b{1, 3, 0};
    out[0] = a < b;
    out[1] = a >= b;
    out[2] = a == b;
}
const char* word(std::partial_ordering o) { return o < 0 ? "less" : o > 0 ? "greater" : o == 0 ? "equal" : "unordered"; }
int main() {
    Version a{1, 2, 3}, b{1, 3, 0};
    printf("%d %d %d %d %d %d\n", a < b, a > b, a <= b, a >= b, a == b, a != b);
    printf("%s %s %s %s\n", word(3 <=> 5), word(2.0 <=> 1.0), word('a' <=> 'a'), word(0.0 <=> 0.0 / 0.0));
    if ((a <=> b) == std::strong_ordering::less) puts("less");
    std::vector<Version> v{{2, 0, 0}, {1, 5, 1}, {1, 5, 0}};
    std::sort(v.begin(), v.end());
    for (auto& x : v) printf("%d.%d.%d ", x.major, x.minor, x.patch);
    printf("%d\n", *std::max_element(v.begin(), v.end()) == Version{2, 0, 0});
    printf("%d %d %d\n", Entry{"a", 1} < Entry{"a", 2}, Entry{"b", 1} < Entry{"a", 2}, Entry{"a", 1} == Entry{"a", 1});
    printf("%d %d\n", Weight{1.5} < Weight{2.5}, Weight{1.5} >= Weight{2.5});
    std::map<Key, int> m{{{2}, 20}, {{1}, 10}};
    printf("%d %d\n", m.begin()->second, Key{1} != Key{2});
    printf("%s %s\n", word(Row{{1, 2, 3}, 1} <=> Row{{1, 2, 4}, 0}), word(Row{{1, 2, 3}, 1} <=> Row{{1, 2, 3}, 0}));
    static_assert(Size{3} < 4 && 4 > Size{3} && 3 == Size{3} && Size{3} != 4);
    printf("%d\n", Box<int>{1} < Box<int>{2} && Box<int>{2} > Box<int>{1});
    std::string s = "x", t = "y";
    printf("%s %s %s\n", word(s <=> t), word(std::pair{1, 2} <=> std::pair{1, 2}), word(std::tuple{2, 1} <=> std::tuple{1, 9}));
    printf("%d %d\n", std::is_lt(1 <=> 2), std::is_gteq(1 <=> 2));
    static_assert(std::is_same_v<decltype(1 <=> 2), std::strong_ordering> && std::is_same_v<decltype(1.f <=> 2), std::partial_ordering>);
    int *out, got[3];
    cudaMalloc(&out, sizeof(got));
    on_device<<<1, 1>>>(out);
    cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("%d %d %d\n", got[0], got[1], got[2]);
}
/* expect
1 0 1 0 0 1
less greater equal unordered
less
1.5.0 1.5.1 2.0.0 1
1 0 1
1 0
10 1
less greater
1
less equal greater
1 0
1 0 0
*/
