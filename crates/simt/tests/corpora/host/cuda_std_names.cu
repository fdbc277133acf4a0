// The names of libcu++ in a kernel: sizes of integers, functions of numbers, small types.
#include <cuda/std/cstdint>
#include <cuda/std/cmath>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/array>
#include <cuda/std/algorithm>
#include <cuda/std/numeric>
#include <cuda/std/span>
#include <cuda/std/optional>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/complex>
#include <cuda/std/bit>
#include <cuda/std/atomic>
#include <cstdio>
__global__ void k(float *out) {
  cuda::std::uint32_t a = 3; cuda::std::int64_t b = -4; cuda::std::size_t n = sizeof a; cuda::std::uint8_t c = 7;
  out[0] = cuda::std::sqrt(2.0f) + cuda::std::fabs(-1.0f) + cuda::std::floor(1.5f) + cuda::std::abs(-2) + cuda::std::max(1, 2) + cuda::std::pow(2.0f, 3.0f) + a + b + n + c;
  cuda::std::array<int, 4> r{4, 2, 3, 1}; int first = r[0]; r[0] = r[3]; r[3] = first; out[1] = r[0] * 1000 + r[3] + cuda::std::accumulate(r.begin(), r.end(), 0);
  auto t = cuda::std::make_tuple(1, 2.5f); out[2] = cuda::std::get<1>(t); cuda::std::optional<int> o = 5; out[3] = o.value_or(1) + cuda::std::invoke(cuda::std::plus<>{}, 1, 2); auto p = cuda::std::make_pair(1, 2); cuda::std::swap(p.first, p.second); out[4] = p.first; out[5] = cuda::std::numeric_limits<int>::max() > 5 && cuda::std::isnan(0.0f / 0.0f) && !cuda::std::isinf(1.0f); cuda::std::complex<float> z(1, 2); out[6] = (z * z).imag() + cuda::std::abs(z); out[7] = cuda::std::popcount(7u) + cuda::std::bit_cast<int>(1.0f) % 7; auto f = cuda::std::ref(out[7]); f.get() += 1; out[7] += cuda::std::clamp(5, 1, 3) + cuda::std::exchange(r[0], 9) + cuda::std::is_same_v<cuda::std::remove_cv_t<const int>, int>;
}
int main() { float *d, h[8]; cudaMallocManaged(&d, 32); k<<<1, 1>>>(d); cudaDeviceSynchronize(); for (int i = 0; i < 8; i++) printf("%g\n", d[i]); }
/* expect
25.4142
1014
2.5
8
2
1
6.23607
13
*/
