// Functions and kernels that are declared by the name of a function's type, before they are defined.
#include <cstdio>
typedef void(Kernel)(int *, int);
typedef void (*KernelPointer)(int *, int);
typedef int(Whole)(int);
using Real = double(double, double);

Whole twice, square;
__device__ Whole thrice;
static Real mean;
namespace inner {
Whole less;
}
__global__ Kernel first;
__global__ Kernel second;
static const KernelPointer table[] = {&first, second};

__global__ void first(int *x, int n) { x[0] = thrice(n); }
__global__ void second(int *x, int n) { x[0] = n + 1; }

int apply(Whole *f, int n) { return f(n); }

int main() {
    int *d, h;
    cudaMalloc(&d, sizeof(int));
    for (KernelPointer kernel : table) {
        kernel<<<1, 1>>>(d, apply(twice, 7));
        cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost);
        printf("%d\n", h);
    }
    printf("%d %d %g\n", apply(&square, 9), inner::less(3), mean(1, 2));
    cudaFree(d);
}

int twice(int n) { return 2 * n; }
int square(int n) { return n * n; }
__device__ int thrice(int n) { return 3 * n; }
static double mean(double a, double b) { return (a + b) / 2; }
int inner::less(int n) { return n - 1; }

/* expect
42
15
81 2 1.5
*/
