// Variables of the device whose first value stands in parentheses are no functions.
#include <cstdio>
#include <cuda/atomic>

struct Pair {
    int a, b;
    __host__ __device__ constexpr Pair(int x, int y = -1) : a(x), b(y) {}
};
__device__ cuda::atomic<float> total(0.5f);
__managed__ cuda::atomic<int, cuda::thread_scope_device> count(4);
__device__ int plain(7), minus(-3);
__constant__ Pair pair(5);
__device__ bool flag(true);

__global__ void run() {
    total.fetch_add(1.0f);
    count++;
    printf("%g %d %d %d %d %d %d\n", total.load(), count.load(), plain, minus, pair.a, pair.b, flag);
}

int main() {
    run<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("%d\n", count.load());
}
/* expect
1.5 5 7 -3 5 -1 1
5
*/
