// Lesson 7: the same 32 floats, summed in two orders.
//
// `course run kernels/examples/sum-order.cu`

#include <cstdio>

//@anchor orders
__global__ void orders(const float* x, float* out) {  // one warp
    int lane = threadIdx.x;
    float v = x[lane];
    for (int distance = 16; distance > 0; distance /= 2) {
        v += __shfl_down_sync(0xffffffff, v, distance);
    }
    if (lane == 0) {
        float one_by_one = 0.0f;
        for (int k = 0; k < 32; k++) {
            one_by_one += x[k];
        }
        out[0] = one_by_one;
        out[1] = v;
    }
}
//@endanchor orders

int main() {
    float *x, *out;
    cudaMallocManaged(&x, 32 * sizeof(float));
    cudaMallocManaged(&out, 2 * sizeof(float));
    for (int k = 0; k < 32; k++) {
        x[k] = k == 0 ? 16777216.0f : 1.0f;  // 2^24, then 31 ones
    }
    orders<<<1, 32>>>(x, out);
    cudaDeviceSynchronize();
    printf("one by one: %.0f\n", out[0]);
    printf("by a tree:  %.0f\n", out[1]);
    printf("exact:      %d\n", 16777216 + 31);
    cudaFree(x);
    cudaFree(out);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> one by one: 16777216
//> by a tree:  16777246
//> exact:      16777247
