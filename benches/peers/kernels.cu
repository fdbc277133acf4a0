// The eight workloads that other systems are timed on too; sizes, launch shapes and arithmetic are the same there.
// What each is for stands above it. The bench is benches/peers.rs.
#include <cmath>

// Memory alone: a guarded element a thread, blocks of 256.
__global__ void vec_add(const float *left, const float *right, float *sum, int count)
{
    const int at = blockDim.x * blockIdx.x + threadIdx.x;
    if (at < count) sum[at] = left[at] + right[at];
}

// Loads with nothing to reuse them: an element a thread, blocks of 16 x 16.
__global__ void matmul_naive(const float *left, const float *right, float *product, int n)
{
    const int row = blockDim.y * blockIdx.y + threadIdx.y;
    const int column = blockDim.x * blockIdx.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float dot = 0.0f;
    for (int k = 0; k < n; ++k) dot += left[row * n + k] * right[k * n + column];
    product[row * n + column] = dot;
}

// Shared memory and barriers: tiles of 16 x 16, blocks of the same shape; n is a multiple of 16.
__global__ void matmul_tiled(const float *left, const float *right, float *product, int n)
{
    const int side = 16;
    __shared__ float a[side][side], b[side][side];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = side * blockIdx.y + y, column = side * blockIdx.x + x;
    float dot = 0.0f;
    for (int first = 0; first < n; first += side) {
        a[y][x] = left[row * n + first + x];
        b[y][x] = right[(first + y) * n + column];
        __syncthreads();
        for (int k = 0; k < side; ++k) dot += a[y][k] * b[k][x];
        __syncthreads();
    }
    product[row * n + column] = dot;
}

// Many barriers, little work: a tree over 256 elements, one atomic a block.
__global__ void reduce_sum(const float *values, float *total, int count)
{
    __shared__ float part[256];
    const int thread = threadIdx.x;
    const int at = blockDim.x * blockIdx.x + thread;
    part[thread] = at < count ? values[at] : 0.0f;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (thread < half) part[thread] += part[thread + half];
        __syncthreads();
    }
    if (thread == 0) atomicAdd(total, part[0]);
}

// Special functions: a row a block of 256 threads; greatest, sum of exponentials, quotients.
__global__ void softmax(const float *in, float *out, int columns)
{
    __shared__ float part[256];
    const int thread = threadIdx.x, threads = blockDim.x;
    in += blockIdx.x * columns;
    out += blockIdx.x * columns;
    float greatest = -INFINITY;
    for (int at = thread; at < columns; at += threads) greatest = fmaxf(greatest, in[at]);
    part[thread] = greatest;
    __syncthreads();
    for (int half = threads / 2; half > 0; half /= 2) {
        if (thread < half) part[thread] = fmaxf(part[thread], part[thread + half]);
        __syncthreads();
    }
    greatest = part[0];
    __syncthreads();
    float sum = 0.0f;
    for (int at = thread; at < columns; at += threads) sum += expf(in[at] - greatest);
    part[thread] = sum;
    __syncthreads();
    for (int half = threads / 2; half > 0; half /= 2) {
        if (thread < half) part[thread] += part[thread + half];
        __syncthreads();
    }
    const float scale = 1.0f / part[0];
    for (int at = thread; at < columns; at += threads) out[at] = expf(in[at] - greatest) * scale;
}

// Strides in shared memory: tiles of 32 x 32 with a column of padding, blocks of 32 x 8.
__global__ void transpose(const float *in, float *out, int n)
{
    __shared__ float tile[32][33];
    const int left = 32 * blockIdx.x, top = 32 * blockIdx.y;
    for (int y = threadIdx.y; y < 32; y += 8) tile[y][threadIdx.x] = in[(top + y) * n + left + threadIdx.x];
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8) out[(left + y) * n + top + threadIdx.x] = tile[threadIdx.x][y];
}

// Lanes that leave a loop at different times: a point a thread, blocks of 16 x 16.
__global__ void mandel(int *steps, int n, int most)
{
    const int column = blockDim.x * blockIdx.x + threadIdx.x;
    const int row = blockDim.y * blockIdx.y + threadIdx.y;
    if (column >= n || row >= n) return;
    const float re = -2.0f + column * 2.5f / n, im = -1.25f + row * 2.5f / n;
    float x = 0.0f, y = 0.0f;
    int taken = 0;
    for (; taken < most; ++taken) {
        const float xx = x * x, yy = y * y;
        if (xx + yy > 4.0f) break;
        y = 2.0f * x * y + im;
        x = xx - yy + re;
    }
    steps[row * n + column] = taken;
}

// A block of one warp, local and shared arrays: attention with a running maximum, a query a thread, 32 keys a tile,
// rows of 64.
__global__ void flash(const float *query, const float *key, const float *value, float *out, int n, float scale)
{
    __shared__ float q[32][65], k[32][64], v[32][64], score[32][33];
    const int lane = threadIdx.x, first = 32 * blockIdx.x;
    for (int row = 0; row < 32; ++row)
        for (int c = lane; c < 64; c += 32) q[row][c] = query[(first + row) * 64 + c];
    float sum[64];
    for (int c = 0; c < 64; ++c) sum[c] = 0.0f;
    float greatest = -INFINITY, weight = 0.0f;
    for (int tile = 0; tile < n; tile += 32) {
        __syncthreads();
        for (int row = 0; row < 32; ++row)
            for (int c = lane; c < 64; c += 32) {
                k[row][c] = key[(tile + row) * 64 + c];
                v[row][c] = value[(tile + row) * 64 + c];
            }
        __syncthreads();
        float now = greatest;
        for (int row = 0; row < 32; ++row) {
            float dot = 0.0f;
            for (int c = 0; c < 64; ++c) dot += q[lane][c] * k[row][c];
            dot *= scale;
            score[lane][row] = dot;
            now = fmaxf(now, dot);
        }
        const float fade = expf(greatest - now);
        weight *= fade;
        for (int c = 0; c < 64; ++c) sum[c] *= fade;
        for (int row = 0; row < 32; ++row) {
            const float share = expf(score[lane][row] - now);
            weight += share;
            for (int c = 0; c < 64; ++c) sum[c] += share * v[row][c];
        }
        greatest = now;
    }
    for (int c = 0; c < 64; ++c) out[(first + lane) * 64 + c] = sum[c] / weight;
}
