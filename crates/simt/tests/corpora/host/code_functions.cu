// Host functions, pointers to them, what lives as long as the program, and every way to launch.
#include <cstdio>
#include <cstdlib>

const int N = 64;
static int rounds = 3;
int squared = N * rounds; // not a constant: set before main
float table[4] = {1, 2, 3};
const char *names[] = {"zero", "one", "two"};
dim3 shape(8, 2);
__device__ float scale = 2.0f;
__constant__ int offsets[3];

template <int B> __global__ void scaled(float *x, int n) {
    int i = blockIdx.x * B + threadIdx.x;
    if (i < n) x[i] = scale * i;
}
__global__ void count(int *x) { atomicAdd(x, 1); }
__global__ void dynamic(int *out, int n) {
    extern __shared__ int room[];
    room[threadIdx.x] = threadIdx.x + offsets[n];
    __syncthreads();
    out[threadIdx.x] = room[blockDim.x - 1 - threadIdx.x];
}

int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
typedef int (*Op)(int, int);
using Unary = int(int);
int twice(int x) { return 2 * x; }
int apply(Unary f, int x) { return f(x); }
int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
int counter() {
    static int n = 5, m = squared;
    return n++ + m;
}
void through(void (*kernel)(int *), int *x) { kernel<<<2, 3>>>(x); }
int blockDimension(int blockDim) { return blockDim; }
struct Pair {
    int a;
    float b;
};
Pair make(int a) { return {a, a * 0.5f}; }
int later(int x);
namespace inner {
int depth = 4;
int deeper() { return ++depth; }
}

int main(int argc, char **argv) {
    printf("%d %d %s %s\n", argc, squared, names[1], argc > 1 ? argv[1] : "none");
    const int *pointer = &N;
    char text[8] = "abc";
    char empty[] = {"braces"};
    Op ops[2] = {add, &sub};
    printf("%d %d %d %d %s %zu\n", ops[0](3, 4), (*ops[1])(3, 4), apply(twice, 21), *pointer, text, sizeof empty);
    printf("%d %d %d %d\n", factorial(10), counter(), counter(), later(1));
    float *d, *h = (float *)malloc(N * sizeof(float));
    cudaMalloc(&d, N * sizeof(float));
    scaled<32><<<(N + 31) / 32, 32>>>(d, N);
    cudaMemcpy(h, d, N * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%.1f %.1f\n", h[1], h[63]);
    float three = 3;
    cudaMemcpyToSymbol(scale, &three, sizeof three);
    scaled<16><<<dim3(4), {16}>>>(d, N);
    cudaMemcpy(h, d, N * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%.1f %.1f\n", h[1], h[63]);
    int *x;
    cudaMallocManaged(&x, 8 * sizeof(int));
    *x = 0;
    count<<<shape, 2>>>(x);
    void (*kernel)(int *) = count;
    kernel<<<1, dim3(2, 2, 2)>>>(x);
    through(count, x);
    void *args[] = {&x};
    cudaLaunchKernel((void *)count, dim3(5), dim3(1), args, 0, 0);
    cudaDeviceSynchronize();
    printf("%d\n", *x);
    int host[3] = {10, 20, 30};
    cudaMemcpyToSymbol(offsets, host, sizeof host);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    dynamic<<<1, 8, 8 * sizeof(int), stream>>>(x, 1);
    cudaStreamSynchronize(stream);
    printf("%d %d\n", x[0], x[7]);
    Pair p = make(3);
    for (int i = 0, s = 0; i < 3; ++i) switch (s += i) {
        case 0: p.a += 1; break;
        case 1: p.a += 10; // and on
        default: p.a += 100;
        }
    printf("%d %.1f %d %d %.0f\n", p.a, p.b, blockDimension(7), inner::deeper(), table[2] + table[3]);
    do rounds--; while (rounds > 0);
    printf("%d %s\n", rounds, __func__);
    free(h);
    cudaFree(d);
    cudaFree(x);
}
int later(int x) { return x + 41; }
//@ args first
/* expect
2 192 one first
7 -1 42 64 abc 7
3628800 198 197 42
2.0 126.0
3.0 189.0
51
27 20
214 1.5 7 5 3
0 main
*/
