// `using namespace` of a namespace that is itself in use, or lies in the one around.
#include <chrono>
#include <cstdio>
using namespace std;
using namespace chrono;
namespace outer {
namespace inner {
int five() { return 5; }
} // namespace inner
using namespace inner;
int get() { return five(); }
} // namespace outer
int main() {
    auto start = high_resolution_clock::now();
    duration<double> took = high_resolution_clock::now() - start;
    printf("%d %d\n", outer::get(), took.count() >= 0);
}
/* expect
5 1
*/
