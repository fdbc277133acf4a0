// A program's own `byte` is meant where it stands further in than `std::byte` is seen.
#include <cstdio>
#include <vector>
using namespace std;
namespace mine {
typedef unsigned char byte;
byte twice(byte b) { return b * 2; }
} // namespace mine
struct Row {
    using byte = unsigned char;
    byte first = 200;
};
int main() {
    typedef int byte;
    byte wide = 1000;
    printf("%d %d %d\n", mine::twice(21), Row().first, wide);
}
/* expect
42 200 1000
*/
