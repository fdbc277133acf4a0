// Objects of `std::integral_constant` as template arguments and lengths: loops that are unrolled by a lambda.
#include <cstdio>
#include <type_traits>
#include <utility>
template <int N> __device__ __host__ int g() { return N * 10; }
template <typename F, int... I> __device__ void unroll_(F f, std::integer_sequence<int, I...>) { (f(std::integral_constant<int, I>{}), ...); }
template <int N, typename F> __device__ void unroll(F f) { unroll_(f, std::make_integer_sequence<int, N>{}); }
template <int B, int E, typename F> __host__ __device__ constexpr void static_for(F &&f) { if constexpr (B < E) { f(std::integral_constant<int, B>{}); static_for<B + 1, E>(f); } }
__global__ void k(int *o) {
  unroll<4>([&](auto c) { o[c] = g<c>(); });
  static_for<0, 4>([&](auto i) { constexpr int I = i; o[I + 4] = I * I; int arr[I + 1]; o[I+8] = sizeof(arr); o[i + 12] = g<i.value>() + g<decltype(i)::value>(); });
}
int main() {
  constexpr auto c = std::integral_constant<int, 4>{};
  printf("%d\n", g<c>());
  constexpr std::integral_constant<int, 5> d;
  printf("%d\n", g<d>());
  auto f = [](auto x) { return g<x>(); };
  printf("%d\n", f(c));
  printf("%d\n", g<c()>());
  int a[c]; printf("%d\n", (int)sizeof a);
  int *o; cudaMallocManaged(&o, 64); k<<<1,1>>>(o); cudaDeviceSynchronize(); for (int i = 0; i < 16; i++) printf("%d ", o[i]); printf("\n");
}
/* expect
40
50
40
40
16
0 10 20 30 0 1 4 9 4 8 12 16 0 20 40 60 
*/
