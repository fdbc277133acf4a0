// Lesson 6: one branch, with its kinds in three orders.
//
// `course profile kernels/examples/branches.cu`

#include <cstdio>
#include <vector>

//@anchor branches
__global__ void mixed(const float* x, const unsigned char* kind,
                      float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    if (kind[i] == 0) {
        y[i] = x[i] > 0.0f ? x[i] : 0.0f;    // ReLU
    } else {
        y[i] = x[i] / (1.0f + expf(-x[i]));  // SiLU
    }
}
//@endanchor branches

//@anchor grouped
__global__ void grouped(const float* x, const unsigned char* kind,
                        const int* order, float* y, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) {
        return;
    }
    int i = order[t];  // those of kind 0 first, then those of kind 1
    if (kind[i] == 0) {
        y[i] = x[i] > 0.0f ? x[i] : 0.0f;
    } else {
        y[i] = x[i] / (1.0f + expf(-x[i]));
    }
}
//@endanchor grouped

int main() {
    const int n = 1024;
    float *x, *y;
    unsigned char* kind;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&y, n * sizeof(float));
    cudaMallocManaged(&kind, n);
    for (int i = 0; i < n; i++) {
        x[i] = i % 7 - 3.0f;
    }
    const int runs[] = {1, 16, 512};  // kinds alternate; in runs of 16; sorted
    for (int run : runs) {
        for (int i = 0; i < n; i++) {
            kind[i] = i / run % 2;
        }
        mixed<<<n / 256, 256>>>(x, kind, y, n);
        cudaDeviceSynchronize();
    }
    int* order;  // kinds alternate again, and the threads take them in order of their kinds
    cudaMallocManaged(&order, n * sizeof(int));
    for (int i = 0; i < n; i++) {
        kind[i] = i % 2;
        order[i] = i < n / 2 ? 2 * i : 2 * i - n + 1;
    }
    grouped<<<n / 256, 256>>>(x, kind, order, y, n);
    cudaDeviceSynchronize();
    printf("y[1] = %g\n", y[1]);
    cudaFree(order);
    cudaFree(x);
    cudaFree(y);
    cudaFree(kind);
}

// What it says (tests/examples.rs holds it to that):
//$ profile
//~ active lanes 68.5 %
//~ active lanes 97.4 %
//~ active lanes 97.6 %
//~ warp instructions 864
//~ warp instructions 608
//~ warp instructions 672
//~ 8.0! y[i] = x[i] > 0.0f
//~ 2.0! if (kind[i] == 0)
//~ 44 %! 4.0! y[i] = x[i] > 0.0f
//~ 44 %! 2.0 y[i] = x[i] > 0.0f
//~ 88 % 4.0 y[i] = x[i] > 0.0f
//~ 50 %! 4.0! y[i] = x[i] / (1.0f
//~ 50 %! 2.0 y[i] = x[i] / (1.0f
//~ 100 % 4.0 y[i] = x[i] / (1.0f
