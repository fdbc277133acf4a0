/* expect
3 4 5
*/
// A program without indentation: what may stand at file scope may stand in a function, too.
#include <cstdio>
#include <chrono>
int main() {
static int x = 3;
namespace clocks = std::chrono;
static int y = 4;
constexpr int z = 5;
clocks::milliseconds unused(1);
printf("%d %d %d\n", x, y, z);
(void)unused;
}
