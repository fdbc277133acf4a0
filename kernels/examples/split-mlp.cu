// Several GPUs: a small feed-forward block cut in two, the right way and
// a wrong one. A rank is a block of the launch.
//
// `course run kernels/examples/split-mlp.cu -- 0`: columns, then rows.
// `-- 1`: rows first.

#include <cstdio>
#include <cstdlib>

const int width = 2, ffn = 4, ranks = 2;

//@anchor split
/// What one rank has of y = relu(x A) B, without asking the other.
__global__ void part(const float* x, const float* A, const float* B,
                     float* y, bool rows_first) {
    int rank = blockIdx.x;
    float h[ffn] = {};
    for (int k = 0; k < width; k++) {
        for (int j = 0; j < ffn; j++) {
            int owner = rows_first ? k * ranks / width : j * ranks / ffn;
            if (owner == rank) {
                h[j] += x[k] * A[k * ffn + j];
            }
        }
    }
    for (int n = 0; n < width; n++) {
        float sum = 0.0f;
        for (int j = 0; j < ffn; j++) {
            sum += fmaxf(h[j], 0.0f) * B[j * width + n];
        }
        y[rank * width + n] = sum;
    }
}
//@endanchor split

int main(int argc, char** argv) {
    bool rows_first = argc > 1 && atoi(argv[1]) == 1;
    float x[width] = {1, 2};
    float A[width * ffn] = {1, -3, 2, 0, 1, 1, -2, 1};
    float B[ffn * width] = {1, 0, 2, 1, 0, 1, 1, 1};
    float *dx, *dA, *dB, *dy, y[ranks * width];
    cudaMalloc(&dx, sizeof x);
    cudaMalloc(&dA, sizeof A);
    cudaMalloc(&dB, sizeof B);
    cudaMalloc(&dy, sizeof y);
    cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(dA, A, sizeof A, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B, sizeof B, cudaMemcpyHostToDevice);
    part<<<ranks, 1>>>(dx, dA, dB, dy, rows_first);
    cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
    for (int rank = 0; rank < ranks; rank++) {
        printf("rank %d has %g %g\n", rank, y[2 * rank], y[2 * rank + 1]);
    }
    printf("the sum is %g %g\n", y[0] + y[2], y[1] + y[3]);
    cudaFree(dx);
    cudaFree(dA);
    cudaFree(dB);
    cudaFree(dy);
}

// What it says (tests/examples.rs holds it to that):
//$ run -- 0
//> rank 0 has 3 0
//> rank 1 has 2 2
//> the sum is 5 2
//$ run -- 1
//> rank 0 has 1 2
//> rank 1 has 8 4
//> the sum is 9 6
