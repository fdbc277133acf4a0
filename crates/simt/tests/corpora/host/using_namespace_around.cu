// `using namespace` of a namespace that stands in one around.
#include <cstdio>

struct Plus {
    int n;
    constexpr int operator()(int x) const { return x + n; }
};
namespace a {
namespace inner {
namespace deep {
inline constexpr Plus plus{3};
constexpr int four = 4;
inline int five() { return 5; }
} // namespace deep
} // namespace inner
namespace shown {
using namespace inner::deep;
inline int nine() { return four + five(); }
} // namespace shown
namespace b {
namespace c {
using namespace inner;
}
} // namespace b
} // namespace a

int main() {
    printf("%d %d %d %d\n", a::shown::four, a::shown::plus(1), a::shown::five(), a::shown::nine());
    printf("%d\n", a::b::c::deep::four);
}
/* expect
4 4 5 9
4
*/
