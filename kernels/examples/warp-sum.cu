// Lesson 7: the sum of each row of 256 numbers, by a tree in shared memory and by shuffles.
//
// `course profile kernels/examples/warp-sum.cu`

#include <cstdio>

//@anchor tree
// A block of 256 threads for each row of 256.
__global__ void sum_tree(const float* x, float* out) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = x[blockIdx.x * 256 + t];
    __syncthreads();

    for (int half = 128; half > 0; half /= 2) {
        if (t < half) {
            part[t] += part[t + half];
        }
        __syncthreads();
    }
    if (t == 0) {
        out[blockIdx.x] = part[0];
    }
}
//@endanchor tree

//@anchor warp-sum
__device__ float warp_sum(float v) {
    for (int distance = 16; distance > 0; distance /= 2) {
        v += __shfl_down_sync(0xffffffff, v, distance);
    }
    return v;  // lane 0 has the sum of the warp
}
//@endanchor warp-sum

//@anchor shuffle
// A warp for each row of 256.
__global__ void sum_shuffle(const float* x, float* out) {
    int lane = threadIdx.x % 32;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float v = 0.0f;
    for (int k = lane; k < 256; k += 32) {
        v += x[row * 256 + k];
    }
    v = warp_sum(v);
    if (lane == 0) {
        out[row] = v;
    }
}
//@endanchor shuffle

int main() {
    const int rows = 64;
    float *x, *out;
    cudaMallocManaged(&x, rows * 256 * sizeof(float));
    cudaMallocManaged(&out, rows * sizeof(float));
    for (int i = 0; i < rows * 256; i++) {
        x[i] = i % 256;
    }
    sum_tree<<<rows, 256>>>(x, out);
    cudaDeviceSynchronize();
    printf("tree:    out[0] = %g\n", out[0]);
    sum_shuffle<<<rows / 8, 256>>>(x, out);
    cudaDeviceSynchronize();
    printf("shuffle: out[0] = %g\n", out[0]);
    cudaFree(x);
    cudaFree(out);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> tree:    out[0] = 32640
//> shuffle: out[0] = 32640
//$ profile
//~ barriers, a block each 576
//~ shared memory a block 1 KiB
//~ warp instructions 37,568
//~ shuffles, a warp each 320
//~ warp instructions 6,464
