// Thrust's vector in managed memory: both sides touch its elements, and algorithms over it run on the device.
#include <thrust/universal_vector.h>
#include <thrust/transform.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <algorithm>
#include <cstdio>
#include <vector>
__global__ void scale(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}
struct Point { float x, y; };
int main() {
    thrust::universal_vector<float> v{3, 1, 2};
    scale<<<1, 32>>>(thrust::raw_pointer_cast(v.data()), (int)v.size());
    cudaDeviceSynchronize();
    printf("%g %g %g\n", v[0], v[1], v[2]);
    float k = 10;
    auto add = [k] __host__ __device__(float x) { return x + k; };
    thrust::universal_vector<float> w(v.size());
    thrust::transform(thrust::device, v.begin(), v.end(), w.begin(), add);
    thrust::transform(thrust::host, v.begin(), v.end(), v.begin(), add);
    printf("%g %g\n", w[0], v[1]);
    thrust::transform(w.begin(), w.end(), v.begin(), w.begin(), thrust::plus<float>());
    printf("%g %g\n", thrust::reduce(w.begin(), w.end(), 0.0f, thrust::maximum<float>{}), thrust::reduce(w.cbegin(), w.cend()));
    thrust::sort(w.begin(), w.end());
    std::sort(v.begin(), v.end());
    for (float x : w) printf("%g ", x);
    for (const float &x : v) printf("%g ", x);
    printf("\n");
    thrust::universal_vector<Point> steps[2] = {{{1, 2}, {3, 4}}, {}};
    steps[1].resize(steps[0].size(), Point{5, 6});
    thrust::swap(steps[0], steps[1]);
    thrust::host_vector<float> h(w.begin(), w.end());
    thrust::universal_vector<float> again = h;
    again.push_back(7);
    *again.begin() = 0.5f;
    printf("%g %g %zu %g %g\n", steps[0][1].y, steps[1][1].y, again.size(), again.back(), again.front());
}
/* expect
6 2 4
16 12
32 84
24 28 32 12 14 16 
6 4 4 7 0.5
*/
