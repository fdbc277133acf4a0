// Tutorial, section 6: y = W2 * relu(W1 * x), cut over ranks that each hold their part of both matrices.
//
// `course run kernels/examples/tutorial-split.cu`: two ranks; `… -- 4` and `… -- 8`: more of them.
// `course profile kernels/examples/tutorial-split.cu -- 4`: what a rank reads of its weights.
//
// A rank is a stream with memory of its own here, and all share one GPU. With several GPUs each would begin with
// `cudaSetDevice(rank)`, and the sum would be NCCL's `ncclAllReduce`.

#include <cstdio>
#include <cstdlib>
#include <vector>

const int DIM = 64, HIDDEN = 256;

__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(0xffffffffu, v, step);
    return v;
}

//@anchor kernels
// Both: a warp a row of the rank's own matrix, which has `cols` columns.
__global__ void up(const float* w1, const float* x, float* h, int cols) {
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
    for (int i = lane; i < cols; i += 32) sum += w1[row * cols + i] * x[i];
    sum = warp_sum(sum);
    if (lane == 0) h[row] = fmaxf(sum, 0.0f);  // whole: no rank adds to it
}

__global__ void down(const float* w2, const float* h, float* y, int cols) {
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
    for (int i = lane; i < cols; i += 32) sum += w2[row * cols + i] * h[i];
    sum = warp_sum(sum);
    if (lane == 0) y[row] = sum;  // a part: every rank has one for each row
}

// Stands for the exchange: afterwards every rank has the sum of all parts.
__global__ void all_reduce(float* const* parts, int ranks) {
    int i = threadIdx.x;
    float sum = 0.0f;
    for (int r = 0; r < ranks; ++r) sum += parts[r][i];
    for (int r = 0; r < ranks; ++r) parts[r][i] = sum;
}
//@endanchor kernels

struct Rank {
    cudaStream_t stream;
    float *w1, *w2, *x, *h, *y;
};

int main(int argc, char** argv) {
    int ranks = argc > 1 ? atoi(argv[1]) : 2;
    if (ranks < 1 || ranks > 8 || HIDDEN % (4 * ranks) != 0) {
        printf("ranks: 1, 2, 4 or 8\n");
        return 1;
    }
    std::vector<float> w1(HIDDEN * DIM), w2(DIM * HIDDEN), x(DIM), h(HIDDEN);
    for (int i = 0; i < HIDDEN * DIM; ++i) {  // small whole numbers: every sum is exact
        w1[i] = (float)(i % 7 - 3);
        w2[i] = (float)(i % 5 - 2);
    }
    for (int i = 0; i < DIM; ++i) x[i] = (float)(i % 11 - 5);

    //@anchor shard
    // Rank r has rows r * own … of W1, and the same columns of W2.
    int own = HIDDEN / ranks;
    std::vector<Rank> all(ranks);
    for (int r = 0; r < ranks; ++r) {
        Rank& rank = all[r];
        cudaStreamCreate(&rank.stream);
        cudaMalloc(&rank.w1, own * DIM * sizeof(float));
        cudaMalloc(&rank.w2, DIM * own * sizeof(float));
        cudaMemcpy(rank.w1, &w1[r * own * DIM], own * DIM * sizeof(float),
                   cudaMemcpyHostToDevice);
        cudaMemcpy2D(rank.w2, own * sizeof(float), &w2[r * own],
                     HIDDEN * sizeof(float), own * sizeof(float), DIM,
                     cudaMemcpyHostToDevice);
        //@endanchor shard
        cudaMalloc(&rank.x, DIM * sizeof(float));
        cudaMalloc(&rank.h, own * sizeof(float));
        cudaMalloc(&rank.y, DIM * sizeof(float));
        cudaMemcpy(rank.x, x.data(), DIM * sizeof(float), cudaMemcpyHostToDevice);
    }
    std::vector<float*> parts;
    for (Rank& rank : all) parts.push_back(rank.y);
    float** dparts;
    cudaMalloc(&dparts, ranks * sizeof(float*));
    cudaMemcpy(dparts, parts.data(), ranks * sizeof(float*), cudaMemcpyHostToDevice);

    //@anchor forward
    for (Rank& rank : all) {  // nothing is exchanged between the two
        up<<<own / 4, 128, 0, rank.stream>>>(rank.w1, rank.x, rank.h, DIM);
        down<<<DIM / 4, 128, 0, rank.stream>>>(rank.w2, rank.h, rank.y, own);
    }
    cudaDeviceSynchronize();  // a sum needs every part
    all_reduce<<<1, DIM>>>(dparts, ranks);
    //@endanchor forward

    for (int j = 0; j < HIDDEN; ++j) {
        for (int i = 0; i < DIM; ++i) h[j] += w1[j * DIM + i] * x[i];
        h[j] = h[j] > 0.0f ? h[j] : 0.0f;
    }
    int wrong = 0;
    for (Rank& rank : all) {
        std::vector<float> y(DIM);
        cudaMemcpy(y.data(), rank.y, DIM * sizeof(float), cudaMemcpyDeviceToHost);
        for (int i = 0; i < DIM; ++i) {
            float right = 0.0f;
            for (int j = 0; j < HIDDEN; ++j) right += w2[i * HIDDEN + j] * h[j];
            wrong += y[i] != right;
        }
    }
    printf("%d ranks: %d bytes of weights each, a message of %d bytes\n", ranks, 2 * own * DIM * 4, DIM * 4);
    printf("%d of %d results wrong\n", wrong, ranks * DIM);

    for (Rank& rank : all) {
        for (float* p : {rank.w1, rank.w2, rank.x, rank.h, rank.y}) cudaFree(p);
        cudaStreamDestroy(rank.stream);
    }
    cudaFree(dparts);
    return wrong != 0;
}

//$ run
//> 2 ranks: 65536 bytes of weights each, a message of 256 bytes
//> 0 of 128 results wrong
//$ run -- 8
//> 8 ranks: 16384 bytes of weights each, a message of 256 bytes
//> 0 of 512 results wrong
//$ profile --device a100 -- 4
//~ up<<<16, 128>>> 4 18,432 0 16.5 KiB 34 KiB 1,088 0 8.29 ns
//~ all_reduce<<<1, 64>>> 1 256 0 2.03 KiB 2.5 KiB 80
