// `using enum`, attributes of statements, and a library's template specialised from outside its namespace.
#include <cstdio>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
enum class Mode { Fast, Slow };
namespace shapes {
enum class Kind { Round, Square };
using enum Kind;
struct Point {
    int x;
    bool operator==(const Point&) const = default;
};
} // namespace shapes
struct Pair {
    int x, y;
    bool operator==(const Pair& o) const { return x == o.x && y == o.y; }
};
template <> struct std::hash<Pair> {
    size_t operator()(const Pair& p) const noexcept { return p.x * 31 + p.y; }
};
template <> struct std::hash<shapes::Point> {
    std::size_t operator()(shapes::Point const& p) const { return std::hash<int>{}(p.x); }
};
const char* word(Mode m) {
    switch (m) {
        using enum Mode;
        case Fast: return "fast";
        [[unlikely]] case Slow: return "slow";
    }
    return "?";
}
struct Quick {
    Quick(Quick&&) noexcept = default;
    int n = 1;
};
int main() {
    using enum Mode;
    Mode m = Slow;
    printf("%s %s %d\n", word(m), word(Fast), shapes::Square == shapes::Kind::Square);
    if (m == Slow) [[likely]] puts("likely");
    else [[unlikely]] puts("unlikely");
    for (int k = 0; k < 1; ++k) [[likely]] { puts("body"); }
    switch (2) {
        [[likely]] case 2: puts("two"); [[fallthrough]];
        default: break;
    }
    std::unordered_map<Pair, int> at;
    at[{1, 2}] = 3;
    std::unordered_set<shapes::Point> seen{{1}, {2}, {1}};
    printf("%d %zu\n", at[Pair{1, 2}], seen.size());
    static_assert(std::is_nothrow_move_constructible_v<Quick>);
    static_assert(std::alignment_of_v<double> == 8);
    static_assert(std::is_invocable_r_v<long, decltype(word)*, Mode> == false);
}
/* expect
slow fast 1
likely
body
two
3 2
*/
