// Sums of many floats err as little as a device's trees do: a running sum would stop growing at 2^24, and drift long before.
#include <cmath>
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>

struct First {
    __host__ __device__ int operator()(int a, int) const { return a; }
};
struct Last {
    __host__ __device__ int operator()(int, int b) const { return b; }
};

int main() {
    const int n = 3000001;
    thrust::device_vector<float> a(n, 0.1f), to(n);
    double want = n * (double)0.1f;
    auto near = [&](double got) { return fabs(got - want) <= want * 1.5e-6 ? "near" : "far"; };
    puts(near(thrust::reduce(a.begin(), a.end())));
    puts(near(thrust::inner_product(a.begin(), a.end(), a.begin(), 0.0f) / (double)0.1f));
    thrust::inclusive_scan(a.begin(), a.end(), to.begin());
    puts(near(to[n - 1]));
    thrust::exclusive_scan(a.begin(), a.end(), to.begin(), 0.1f);
    puts(near(to[n - 1]));
    // The order of the elements is kept, and every length has its last chunk.
    for (int k : {1, 2, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 32767, 32768, 32769, 70000}) {
        thrust::device_vector<int> v(k), s(k);
        thrust::sequence(v.begin(), v.end(), 1);
        int first = thrust::reduce(v.begin() + 1, v.end(), 1, First()), last = thrust::reduce(v.begin(), v.end(), 0, Last());
        thrust::inclusive_scan(v.begin(), v.end(), s.begin());
        bool sound = first == 1 && last == k;
        thrust::host_vector<int> in = s;
        thrust::exclusive_scan(v.begin(), v.end(), v.begin(), 7);
        thrust::host_vector<int> ex = v;
        for (long i = 0; i < k; i++) {
            sound &= in[i] == (int)((i + 1) * (i + 2) / 2);
            sound &= ex[i] == (int)(i * (i + 1) / 2 + 7);
        }
        if (!sound) printf("%d is wrong\n", k);
    }
}
/* expect
near
near
near
near
*/
