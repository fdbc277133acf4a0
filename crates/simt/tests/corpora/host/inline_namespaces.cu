// Names of inline namespaces are those of the namespace around, however deep.
#include <cstdio>
namespace lib {
inline namespace v2 {
inline int version() { return 2; }
struct Box {
    int n;
};
inline namespace parts {
template <class T> T twice(T x) { return x + x; }
constexpr int size = 5;
}
}
namespace v1 {
inline int version() { return 1; }
}
int sum() { return version() + size; }
}
int use() {
    using namespace lib::parts;
    return twice(size);
}
int main() {
    lib::Box box{7};
    lib::v2::Box other = box;
    printf("%d %d %d %d %d %d\n", lib::version(), lib::v1::version(), lib::v2::version(), lib::sum(), lib::twice(4), lib::size);
    printf("%d %d\n", use(), other.n);
    using namespace lib;
    printf("%d\n", twice(1.5f) == 3 ? version() : 0);
}
/* expect
2 1 2 7 8 5
10 7
2
*/
