// What runs where: functors of the device alone, of the host alone, policies, rows of structs.
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <algorithm>
#include <cstdio>
struct Particle {
    float x, v;
    int id;
};
struct ByX {
    __device__ bool operator()(const Particle &a, const Particle &b) const { return a.x < b.x; }
};
struct Inside {
    __device__ int operator()(int i) const {
        unsigned s = i * 1103515245u + 12345u;
        float x = (s >> 8 & 1023) / 1024.0f, y = (s >> 18 & 1023) / 1024.0f;
        return x * x + y * y < 1.0f;
    }
};
static int onHost(int a, int b) { return a * 10 + b; }
int main() {
    thrust::device_vector<int> d(6, 2);
    thrust::transform(d.begin(), d.end(), d.begin(), [] __device__(int x) { return x * 3; });
    int *raw = thrust::raw_pointer_cast(d.data());
    thrust::for_each(thrust::device, thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(6), [raw] __device__(int i) { raw[i] += i; });
    for (int i = 0; i < 6; i++) printf("%d ", (int)d[i]);
    printf("\n");
    thrust::host_vector<Particle> h(4);
    for (int i = 0; i < 4; i++) h[i] = Particle{(float)((i * 7) % 4), 1.0f, i};
    thrust::device_vector<Particle> p = h;
    thrust::sort(p.begin(), p.end(), ByX());
    h = p;
    for (const Particle &one : h) printf("%g/%d ", one.x, one.id);
    printf("\n");
    int n = thrust::transform_reduce(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(1000), Inside(), 0, thrust::plus<int>());
    printf("%d\n", n);
    thrust::host_vector<int> a(3, 1), b(3, 4), c(3);
    thrust::transform(a.begin(), a.end(), b.begin(), c.begin(), onHost);
    printf("%d %d\n", c[0], thrust::reduce(thrust::host, c.begin(), c.end()));
    std::sort(c.begin(), c.end());
    cudaStream_t s;
    cudaStreamCreate(&s);
    printf("%d\n", thrust::reduce(thrust::cuda::par.on(s), d.begin(), d.end(), 0));
    thrust::device_vector<double> e;
    for (int i = 0; i < 5; i++) e.push_back(i * 0.5);
    thrust::device_vector<double> f = e;
    printf("%zu %g\n", f.size(), thrust::reduce(f.begin(), f.end()));
    printf("%d\n", (int)thrust::reduce(thrust::device, raw, raw + 6, 100, thrust::minimum<int>()));
}
/* expect
6 7 8 9 10 11 
0/0 1/3 2/2 3/1 
778
14 42
51
5 5
6
*/
