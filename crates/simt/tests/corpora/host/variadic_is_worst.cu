// Overloads: `...` is worse than any conversion, and two parameters of one type say more than two of two types.
#include <cstdio>
#include <type_traits>
template<class T, class U> int p(T, U) { return 2; } template<class T> int p(T, T) { return 1; } template<class... T> int p(T...) { return 3; }
template<class T, class U> int q(const T &, const U &) { return 2; } template<class T> int q(const T &, const T &) { return 1; }
struct None {};
struct Imp { Imp(int) {} Imp(const char*) {} }; int s(Imp) { return 1; } int s(double) { return 2; } int s(...) { return 3; }
int t(const char *, ...) { return 1; } int t(const char *, int) { return 2; }
template<class T> class HasSize { template<class U> static char test(decltype(&U::size)); template<class U> static long test(...); public: enum { value = sizeof(test<T>(0)) == 1 }; };
struct Sized { int size() const { return 3; } };
template<class T> auto d(T v, int) -> decltype(v.size()) { return v.size(); } template<class T> int d(T, ...) { return -1; }
__device__ int on(int) { return 4; } __device__ int on(...) { return 5; }
__global__ void k(int *r) { r[0] = on(1) * 10 + on(1.5f); }
int main() { printf("%d%d%d%d\n", p(1, 2), p(1, 2.), p(1), p(1, 2, 3)); printf("%d%d\n", q(1, 2), q(1, 2.)); printf("%d%d%d%d\n", s("x"), s(1), s(1.f), s("y")); printf("%d%d%d\n", t("a", 1), t("a", 1L), t("a", 1, 2)); printf("%d%d\n", HasSize<Sized>::value, HasSize<None>::value); printf("%d %d\n", d(Sized(), 0), d(None(), 0)); int *r; cudaMallocManaged(&r, 4); k<<<1, 1>>>(r); cudaDeviceSynchronize(); printf("%d\n", *r); }
/* expect
1233
12
1221
221
10
3 -1
44
*/
