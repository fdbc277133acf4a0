/* expect
0 103 206 309 401 504 607 710 802 905 1008 1111 3353 69 
3 -1 51 134 46
10 10
9
4 no error
*/
#include <cuda/annotated_ptr>
#include <cuda/barrier>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/stream_ref>
#include <cstdio>
namespace cs = cuda::std;
__device__ cs::optional<int> half_of(int x) {
    if (x % 2) return cs::nullopt;
    return x / 2;
}
__global__ void looks(float *data, float *out) {
    cs::mdspan<float, cs::extents<int, cs::dynamic_extent, 4>> m(data, 3);
    cs::mdspan<float, cs::dextents<int, 2>, cs::layout_left> l(data, 3, 4);
    int t = threadIdx.x;
    if (t < 12) out[t] = m(t / 4, t % 4) * 100 + l(t / 4, t % 4);
    if (t == 12) out[t] = m.extent(0) * 100 + m.extent(1) * 10 + m.rank_dynamic() + l.stride(1) * 1000 + m.size();
    if (t == 13) {
        cs::array<int, 2> at = {2, 1};
        cs::layout_stride::mapping<cs::dextents<int, 2>> map(cs::dextents<int, 2>(2, 2), cs::array<int, 2>{6, 1});
        cs::mdspan<float, cs::dextents<int, 2>, cs::layout_stride> s(data, map);
        out[t] = s(1, 1) + 10 * s.stride(0) + at[0];
    }
}
__global__ void small(int *out) {
    int t = threadIdx.x;
    auto h = half_of(t);
    out[t] = h ? *h : -h.value_or(1);
    cs::pair<int, float> p = cs::make_pair(t, 0.5f);
    cs::tuple<int, int, float> q = cs::make_tuple(t, 2 * t, 1.5f);
    cs::array<int, 4> a = {1, 2, 3, 4};
    cs::complex<float> z(0.0f, 1.0f);
    z = z * z;
    cs::span<int> row(out, 32);
    out[32 + t] = p.first + cs::get<1>(q) + a[t % 4] + (int)z.real() + (int)row.size() + cs::popcount((unsigned)t) + (cs::numeric_limits<short>::max() > t);
    out[64 + t] = cuda::ceil_div(t, 5) + cuda::ilog2(t + 1) + cs::plus<>{}(1, 2) + cuda::maximum<int>{}(t, 4);
}
__global__ void waits(int *data, int *out, cuda::latch<cuda::thread_scope_device> *latch, cuda::counting_semaphore<cuda::thread_scope_device> *free) {
    if (threadIdx.x == 0) {
        free->acquire();
        data[blockIdx.x] = blockIdx.x + 1;
        free->release();
        latch->arrive_and_wait();
        int sum = 0;
        for (int i = 0; i < gridDim.x; i++) sum += data[i];
        out[blockIdx.x] = sum;
    }
}
__global__ void begin(cuda::latch<cuda::thread_scope_device> *latch, cuda::counting_semaphore<cuda::thread_scope_device> *free) {
    new (latch) cuda::latch<cuda::thread_scope_device>(4);
    new (free) cuda::counting_semaphore<cuda::thread_scope_device>(2);
}
template <class F> __global__ void apply(int *out, F f) { out[threadIdx.x] = f(threadIdx.x); }
int main() {
    float *data, *out;
    int *n;
    cudaMallocManaged(&data, 48);
    cudaMallocManaged(&out, 64);
    cudaMallocManaged(&n, 96 * 4);
    for (int i = 0; i < 12; i++) data[i] = i;
    looks<<<1, 14>>>(data, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 14; i++) printf("%g ", out[i]);
    small<<<1, 32>>>(n);
    cudaDeviceSynchronize();
    printf("\n%d %d %d %d %d\n", n[6], n[7], n[32 + 5], n[32 + 31], n[64 + 31]);
    cuda::latch<cuda::thread_scope_device> *latch;
    cuda::counting_semaphore<cuda::thread_scope_device> *free;
    cudaMalloc(&latch, sizeof(*latch));
    cudaMalloc(&free, sizeof(*free));
    begin<<<1, 1>>>(latch, free);
    waits<<<4, 32>>>(n, n + 8, latch, free);
    cudaDeviceSynchronize();
    printf("%d %d\n", n[8], n[11]);
    apply<<<1, 4>>>(n, cuda::proclaim_return_type<int>([] __device__(int i) { return i * i; }));
    cuda::stream_ref stream{cudaStream_t(0)};
    cudaStreamSynchronize(stream.get());
    printf("%d\n", n[3]);
    cuda::annotated_ptr<int, cuda::access_property::persisting> kept(n);
    printf("%d %s\n", kept[2], cudaGetErrorString(cudaDeviceSynchronize()));
}
