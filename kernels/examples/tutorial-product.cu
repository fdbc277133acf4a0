// Tutorial, section 2: C = A * B in single precision, each number asked for N times, and through tiles in shared memory.
//
// `course run kernels/examples/tutorial-product.cu`
// `course profile kernels/examples/tutorial-product.cu`: compare what the two kernels move of `a` and `b`.
// `… -- 100`: a size that is no multiple of the tile.

#include <cstdio>
#include <cstdlib>
#include <vector>

const int T = 32;  // side of a tile, and of a block of threads

//@anchor naive
// A thread a result. Neighbouring threads have neighbouring columns.
__global__ void naive(const float* a, const float* b, float* c, int n) {
    int row = blockIdx.y * T + threadIdx.y;
    int col = blockIdx.x * T + threadIdx.x;
    if (row >= n || col >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
//@endanchor naive

//@anchor tiled
// Each number that the block loads is used T times.
__global__ void tiled(const float* a, const float* b, float* c, int n) {
    __shared__ float as[T][T], bs[T][T];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
    float sum = 0.0f;
    for (int k0 = 0; k0 < n; k0 += T) {
        as[y][x] = row < n && k0 + x < n ? a[row * n + k0 + x] : 0.0f;
        bs[y][x] = k0 + y < n && col < n ? b[(k0 + y) * n + col] : 0.0f;
        __syncthreads();  // filled before used
        for (int k = 0; k < T; ++k) sum += as[y][k] * bs[k][x];
        __syncthreads();  // used before filled again
    }
    if (row < n && col < n) c[row * n + col] = sum;
}
//@endanchor tiled

int main(int argc, char** argv) {
    int n = argc > 1 ? atoi(argv[1]) : 128;
    if (n < 1 || n > 512) {
        printf("side: 1 to 512\n");
        return 1;
    }
    size_t bytes = sizeof(float) * n * n;
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (int i = 0; i < n * n; ++i) {  // small whole numbers: every sum is exact
        a[i] = (float)(i % 13 - 6);
        b[i] = (float)(i % 7 - 3);
    }
    float *da, *db, *dc;
    cudaMalloc(&da, bytes);
    cudaMalloc(&db, bytes);
    cudaMalloc(&dc, bytes);
    cudaMemcpy(da, a.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), bytes, cudaMemcpyHostToDevice);

    dim3 block(T, T), grid((n + T - 1) / T, (n + T - 1) / T);
    int wrong = 0;
    for (int which = 0; which < 2; ++which) {
        cudaMemset(dc, 0xff, bytes);  // NaN: nothing may be right because it was right before
        if (which == 0) naive<<<grid, block>>>(da, db, dc, n);
        if (which == 1) tiled<<<grid, block>>>(da, db, dc, n);
        cudaMemcpy(c.data(), dc, bytes, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n * n; ++i) {
            float right = 0.0f;
            for (int k = 0; k < n; ++k) right += a[i / n * n + k] * b[k * n + i % n];
            wrong += c[i] != right;
        }
    }
    printf("%d x %d: %d of %d results wrong\n", n, n, wrong, 2 * n * n);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    return wrong != 0;
}

//$ run
//> 128 x 128: 0 of 32768 results wrong
//$ run -- 100
//> 100 x 100: 0 of 20000 results wrong
//$ profile --device a100
//~ naive<<<(4, 4), (32, 32)>>> 1 4,194,304 0 192 KiB 10.1 MiB 329,728
//~ tiled<<<(4, 4), (32, 32)>>> 1 4,194,304 0 192 KiB 576 KiB 18,432
//~ shared memory, as written 887 ns
