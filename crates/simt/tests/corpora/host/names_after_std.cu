// Types of fixed width with `std::` before them where only a look ahead can tell; the least and the most of a duration;
// the C library's functions of a long double.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
using namespace std::chrono;
int main() {
    printf("%zu %zu %zu\n", sizeof(std::uint32_t), sizeof(std::int64_t), sizeof(std::uint8_t));
    printf("%zu %d\n", alignof(std::uint16_t), (int)(std::uint8_t)300);
    microseconds least = microseconds::max();
    least = std::min(least, microseconds(3));
    printf("%ld %d\n", (long)least.count(), seconds::min() < seconds::zero());
    printf("%d %g\n", duration<double>::max() > duration<double>(1e300), duration<float>::zero().count());
    unsigned long long all = powl(26, 4);
    long double root = sqrtl(2.25L);
    printf("%llu %Lf %.2Lf %ld\n", all, root, fabsl(-1.25L) + fmaxl(1, 2), lroundl(2.5L));
}
/* expect
4 8 1
2 44
3 1
1 0
456976 1.500000 3.25 3
*/
