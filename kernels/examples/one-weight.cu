// One matrix of a layer, applied to one token or to many: which bytes move, and what sets the time.
// Shown in the lesson on prefill and decode:  course profile kernels/examples/one-weight.cu -- 1
#include <cstdio>
#include <cstdlib>
#include <vector>

//@anchor one-weight
// A thread owns one row of the result for all tokens. Weights lie column after
// column, so that neighbours read neighbours.
template <int TOKENS>
__global__ void apply(const float* weights, const float* x, float* y,
                      int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum[TOKENS] = {};
    for (int k = 0; k < cols; k++) {
        float w = weights[k * rows + row];    // one weight, loaded once …
        for (int t = 0; t < TOKENS; t++) {
            sum[t] += w * x[k * TOKENS + t];  // … and used for every token
        }
    }
    for (int t = 0; t < TOKENS; t++) {
        y[t * rows + row] = sum[t];
    }
}
//@endanchor one-weight

int main(int argc, char** argv) {
    int tokens = argc > 1 ? atoi(argv[1]) : 1;
    const int rows = 1024, cols = 512;
    std::vector<float> w(rows * cols), x(cols * tokens), y(rows * tokens);
    for (int i = 0; i < rows * cols; i++) w[i] = (float)(i % 7 - 3);
    for (int i = 0; i < cols * tokens; i++) x[i] = (float)(i % 5 - 2);
    float *dw, *dx, *dy;
    cudaMalloc(&dw, w.size() * 4);
    cudaMalloc(&dx, x.size() * 4);
    cudaMalloc(&dy, y.size() * 4);
    cudaMemcpy(dw, w.data(), w.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x.data(), x.size() * 4, cudaMemcpyHostToDevice);
    dim3 grid((rows + 127) / 128);
    switch (tokens) {
        case 1: apply<1><<<grid, 128>>>(dw, dx, dy, rows, cols); break;
        case 2: apply<2><<<grid, 128>>>(dw, dx, dy, rows, cols); break;
        case 8: apply<8><<<grid, 128>>>(dw, dx, dy, rows, cols); break;
        case 32: apply<32><<<grid, 128>>>(dw, dx, dy, rows, cols); break;
        case 64: apply<64><<<grid, 128>>>(dw, dx, dy, rows, cols); break;
        default: printf("tokens: 1, 2, 8, 32 or 64\n"); return 1;
    }
    cudaMemcpy(y.data(), dy, y.size() * 4, cudaMemcpyDeviceToHost);
    printf("%d token%s through a %d x %d matrix; y[0] = %g\n", tokens, tokens == 1 ? "" : "s", rows, cols, y[0]);
    cudaFree(dw);
    cudaFree(dx);
    cudaFree(dy);
    return 0;
}

//$ run -- 8
//> 8 tokens through a 1024 x 512 matrix; y[0] = -2
//$ profile -- 1
//~ no faster than 1.03 µs
//~ set by device memory
//~ intensity 0.499 FLOP/byte
//~ loads: moved in sectors 2 MiB 2 MiB at least
//$ profile -- 8
//~ no faster than 1.05 µs
//~ set by device memory
//~ intensity 3.91 FLOP/byte
//~ loads: moved in sectors 2 MiB 2 MiB at least
//$ profile -- 32
//~ no faster than 1.72 µs
//~ set by float arithmetic
//~ intensity 14.6 FLOP/byte
//~ loads: moved in sectors 2 MiB 2 MiB at least
