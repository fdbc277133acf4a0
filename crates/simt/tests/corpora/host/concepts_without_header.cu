// The standard concepts are there with `cuda_runtime.h`, which nvcc includes: functions that differ by them alone.
#include <cstdio>

namespace pick {
template <std::integral T> T half(T x) { return x >> 1; }
template <std::floating_point T> T half(T x) { return x * T(0.5); }
}  // namespace pick

int main() { printf("%d %g\n", pick::half(5), pick::half(5.0f)); }
/* expect
2 2.5
*/
