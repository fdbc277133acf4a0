// A program's macros mean nothing to the library's headers, which spell their own names otherwise.
#define T float
#define N 8
#define R 3
#define P 5
#define S 1
#define W 2
#define D 4
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>
__global__ void fill(T *x) { x[threadIdx.x] = N - threadIdx.x; }
int main() {
    T *x;
    cudaMallocManaged(&x, N * sizeof(T));
    fill<<<1, N>>>(x);
    cudaDeviceSynchronize();
    std::vector<T> sorted(x, x + N);
    std::sort(sorted.begin(), sorted.end());
    printf("%g %g %d\n", sorted[0], sorted[N - 1], R + P + S + W + D);
    cudaFree(x);
}
/* expect
1 8 15
*/
