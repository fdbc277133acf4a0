/* expect
10 4: 8 2 3 4 5
4.5 3 4
30 20 10
*/
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/scan.h>
#include <thrust/functional.h>
#include <thrust/sequence.h>
#include <thrust/execution_policy.h>
#include <cstdio>
struct Twice { __host__ __device__ float operator()(float x) const { return 2.0f * x; } };
__global__ void add(int* p, int n) { int i = threadIdx.x; if (i < n) p[i] += 1; }
int main() {
    thrust::host_vector<int> h(5);
    for (int i = 0; i < 5; i++) h[i] = (i * 3) % 5;
    thrust::device_vector<int> d = h;
    thrust::sort(d.begin(), d.end());
    int sum = thrust::reduce(d.begin(), d.end(), 0, thrust::plus<int>());
    int most = thrust::reduce(d.begin(), d.end(), -1, thrust::maximum<int>());
    d[0] = 7;
    add<<<1, 32>>>(thrust::raw_pointer_cast(d.data()), 5);
    h = d;
    printf("%d %d: %d %d %d %d %d\n", sum, most, h[0], h[1], h[2], h[3], h[4]);
    thrust::device_vector<float> x(4, 1.5f), y(4);
    thrust::transform(x.begin(), x.end(), y.begin(), Twice());
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), thrust::plus<float>());
    float f = y[3];
    thrust::sequence(x.begin(), x.end());
    thrust::exclusive_scan(x.begin(), x.end(), y.begin());
    printf("%g %g %g\n", f, (float)y[3], thrust::reduce(thrust::device, y.begin(), y.end()));
    thrust::device_vector<int> k(3), v(3);
    k[0] = 3; k[1] = 1; k[2] = 2; v[0] = 30; v[1] = 10; v[2] = 20;
    thrust::sort_by_key(k.begin(), k.end(), v.begin(), thrust::greater<int>());
    std::printf("%d %d %d\n", (int)v[0], (int)v[1], (int)v[2]);
    return 0;
}
