namespace outer {
    const int N = 3;
    namespace inner { __device__ int f(int x) { return x + N; } }
    __device__ int g(int x) { return inner::f(x); }
}
using namespace outer;
namespace { __device__ int hidden() { return 1; } }
__global__ void k(int* out) { out[0] = outer::inner::f(1) + g(2) + hidden() + N; }
