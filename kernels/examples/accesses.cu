// Lesson 3: seven ways in which a warp reads an array of floats.
//
// `course profile kernels/examples/accesses.cu`

#include <cstdio>

//@anchor accesses
__global__ void accesses(const float* x, float* y) {
    int i = threadIdx.x;  // one warp: 0 to 31
    float v = 0.0f;
    v += x[i];
    v += x[i + 1];
    v += x[2 * i];
    v += x[3 * i];
    v += x[8 * i];
    v += x[1024 * i];
    v += x[0];
    y[i] = v;
}

__global__ void wide(const float4* x, float4* y) {
    int i = threadIdx.x;
    float4 v = x[i];  // four floats in one load of 16 bytes
    y[i] = v;
}
//@endanchor accesses

int main() {
    const int n = 32 * 1024;
    float *x, *y;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, 128 * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));

    accesses<<<1, 32>>>(x, y);
    // A float4 must begin at a multiple of 16 bytes; what cudaMalloc gives begins at one of 256.
    wide<<<1, 32>>>(reinterpret_cast<const float4*>(x), reinterpret_cast<float4*>(y));
    cudaDeviceSynchronize();
    printf("run `course profile` on this file: the counts are beside the lines\n");
    cudaFree(x);
    cudaFree(y);
}

// What it says (tests/examples.rs holds it to that):
//$ profile
//~ 4.0 v += x[i];
//~ 5.0! v += x[i + 1];
//~ 8.0! v += x[2 * i];
//~ 12.0! v += x[3 * i];
//~ 32.0! v += x[8 * i];
//~ 32.0! v += x[1024 * i];
//~ 1.0 v += x[0];
//~ 16.0 float4 v = x[i];
