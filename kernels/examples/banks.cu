// Lesson 4: a column read from tiles whose rows are 32, 33 and 36 words apart.
//
// `course profile kernels/examples/banks.cu`

#include <cstdio>

//@anchor banks
template <int WIDTH>
__global__ void column(float* out) {
    __shared__ float tile[32][WIDTH];
    int lane = threadIdx.x;  // one warp

    for (int row = 0; row < 32; row++) {
        tile[row][lane] = row + lane;  // along a row
    }
    __syncthreads();
    out[lane] = tile[lane][0];         // down a column
}
//@endanchor banks

int main() {
    float* out;
    cudaMalloc(&out, 32 * sizeof(float));
    column<32><<<1, 32>>>(out);
    column<33><<<1, 32>>>(out);
    column<36><<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("run `course profile` on this file: the wavefronts are beside the lines\n");
    cudaFree(out);
}

// What it says (tests/examples.rs holds it to that):
//$ profile
//~ 32.0! out[lane] = tile[lane][0];
//~ 1.0 out[lane] = tile[lane][0];
//~ 4.0! out[lane] = tile[lane][0];
