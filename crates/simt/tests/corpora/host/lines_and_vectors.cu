// Lines of any length, constants by their type's macro, and vectors of Thrust's held against others.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <vector>

int main() {
    constexpr uint32_t high = UINT32_C(255) << 23;
    printf("%u %d %llu\n", high, (int)UINT8_C(7), (unsigned long long)UINT64_C(1) << 40);
    std::vector<char> s{1, 2};
    thrust::host_vector<char> h(s);
    thrust::device_vector<char> d(s);
    printf("%d %d %d %d %d %d\n", h == s, s == h, d == h, d == d, h != s, s == d);
    h[1] = 3;
    printf("%d %d %d\n", h == s, h == d, d != h);
}
/* expect
2139095040 7 1099511627776
1 1 1 1 0 1
0 0 1
*/
