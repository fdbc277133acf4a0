// A name is found through a namespace that is using the one that has it.
#include <cstdio>
namespace plain {
template <class T> constexpr T twice(T x) { return x + x; }
int three() { return 3; }
} // namespace plain
namespace other {
namespace plain {
using namespace ::plain;
}
} // namespace other
namespace third {
using namespace ::plain;
}
int main() { printf("%d %d %d\n", other::plain::twice(2), third::twice(5), other::plain::three()); }
/* expect
4 10 3
*/
