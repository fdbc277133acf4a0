// One product of matrices, two kernels, and the host's choice between them by card and by columns.
//   course run kernels/examples/dispatch.cu --device a100            the choice for 1 to 9 columns
//   course run kernels/examples/dispatch.cu --device rtx-5080
//   course profile kernels/examples/dispatch.cu -- 8 vector          one of the two, counted
//   course profile kernels/examples/dispatch.cu -- 8 tiles
//
// Weights are 4 bits each, with a scale for 32; columns are 8 bits each, with a scale for 32. The limits of `most_columns`
// are those of llama.cpp for Q4_K in September 2026; the kernels are ours, and much simpler than its own.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

const int ROWS = 256, K = 1024, GROUPS = K / 32;  // groups of 32 values in a row
const int WORDS = K / 8;                          // words of 8 weights in a row

__device__ int low(unsigned w) { return (int)(w & 0x0f0f0f0fu); }
__device__ int high(unsigned w) { return (int)((w >> 4) & 0x0f0f0f0fu); }

//@anchor vector
// A warp for each row. A word of 8 weights is loaded once, and unpacked again
// for each column. COLUMNS is fixed when the program is compiled, so that the
// loop is unrolled and the sums stay in registers.
template <int COLUMNS>
__global__ void vector_kernel(const unsigned* w, const float* ws,
                              const int* x, const float* xs, float* y) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    float sum[COLUMNS] = {};
    for (int i = threadIdx.x; i < WORDS; i += 32) {
        unsigned word = w[row * WORDS + i];
        float scale = ws[row * GROUPS + i / 4];
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            const int* at = x + (c * WORDS + i) * 2;
            int dot = __dp4a(low(word), at[0], 0);
            dot = __dp4a(high(word), at[1], dot);
            sum[c] += scale * xs[c * GROUPS + i / 4] * dot;
        }
    }
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        for (int step = 16; step > 0; step /= 2)
            sum[c] += __shfl_xor_sync(0xffffffffu, sum[c], step);
        if (threadIdx.x == 0) y[c * ROWS + row] = sum[c];
    }
}
//@endanchor vector

const int TILE = 32;  // rows of a block, and words of a row at a time

//@anchor tiles
// A block for 32 rows and 8 columns, used or not. 32 words of each row are
// unpacked once into shared memory. Then a lane has a row, a warp one of eight
// groups of 32 weights, and what it reads serves eight columns.
__global__ void tile_kernel(const unsigned* w, const float* ws,
                            const int* x, const float* xs, float* y,
                            int columns) {
    __shared__ int whole[TILE][2 * TILE + 1];
    __shared__ float part[8][8][TILE];
    int lane = threadIdx.x, warp = threadIdx.y;
    int row = blockIdx.x * TILE, column = blockIdx.y * 8;
    float sum[8] = {};
    for (int first = 0; first < WORDS; first += TILE) {
        for (int r = warp; r < TILE; r += 8) {
            unsigned word = w[(row + r) * WORDS + first + lane];
            whole[r][2 * lane] = low(word);
            whole[r][2 * lane + 1] = high(word);
        }
        __syncthreads();
        int group = first / 4 + warp;
        float scale = ws[(row + lane) * GROUPS + group];
        int q[8];
#pragma unroll
        for (int k = 0; k < 8; k++) q[k] = whole[lane][8 * warp + k];
#pragma unroll
        for (int c = 0; c < 8; c++) {
            const int* from = x + ((column + c) * GROUPS + group) * 8;
            int4 a = ((const int4*)from)[0], b = ((const int4*)from)[1];
            int dot = __dp4a(q[0], a.x, 0);
            dot = __dp4a(q[1], a.y, dot), dot = __dp4a(q[2], a.z, dot);
            dot = __dp4a(q[3], a.w, dot), dot = __dp4a(q[4], b.x, dot);
            dot = __dp4a(q[5], b.y, dot), dot = __dp4a(q[6], b.z, dot);
            dot = __dp4a(q[7], b.w, dot);
            sum[c] += scale * xs[(column + c) * GROUPS + group] * dot;
        }
        __syncthreads();
    }
    for (int c = 0; c < 8; c++) part[c][warp][lane] = sum[c];
    __syncthreads();
    float all = 0.0f;  // a warp adds up one column
    for (int k = 0; k < 8; k++) all += part[warp][k][lane];
    if (column + warp < columns)
        y[(column + warp) * ROWS + row + lane] = all;
}
//@endanchor tiles

//@anchor choose
// Up to how many columns a warp a row is the better choice, for this kind of
// weights. Measured on each generation, not derived.
int most_columns(int cc) {
    switch (cc) {
        case 70: return 5;   // Volta
        case 87: return 1;   // Jetson Orin
        case 120: return 5;  // Blackwell, GeForce
        default: return 8;
    }
}

const char* choose(int cc, int columns) {
    if (columns <= most_columns(cc)) return "vector";
    if (cc >= 75) return "tiles";  // 8-bit tensor cores: at any width
    if (cc >= 61 && (cc < 70 || columns < 64)) return "tiles";
    return "library";              // unpack to 16 bits, then cuBLAS
}
//@endanchor choose

struct Buffers { unsigned* w; float* ws; int* x; float* xs; float* y; };

//@anchor instances
// A kernel for each count: the compiler writes eight, a switch takes one.
void launch_vector(const Buffers& b, int columns) {
    dim3 block(32, 4), grid(ROWS / 4);
#define CASE(N)                                                       \
    case N:                                                           \
        vector_kernel<N><<<grid, block>>>(b.w, b.ws, b.x, b.xs, b.y); \
        break;
    switch (columns) {
        CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8)
    }
}
//@endanchor instances

void launch_tiles(const Buffers& b, int columns) {
    dim3 block(32, 8), grid(ROWS / TILE, (columns + 7) / 8);
    tile_kernel<<<grid, block>>>(b.w, b.ws, b.x, b.xs, b.y, columns);
}

template <typename T>
T* sent(const std::vector<T>& v) {
    T* p;
    cudaMalloc(&p, v.size() * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

int main(int argc, char** argv) {
    const int most = 16;
    int asked = argc > 1 ? atoi(argv[1]) : 0;
    if (asked < 0 || asked > most) return 1;
    unsigned seed = 1;
    auto next = [&] { return (seed = seed * 1664525u + 1013904223u) >> 8; };
    std::vector<unsigned> w(ROWS * WORDS);
    std::vector<int> x(most * WORDS * 2);
    std::vector<float> ws(ROWS * GROUPS), xs(most * GROUPS);
    for (auto& v : w) v = next() << 12 ^ next();
    for (auto& v : x) v = (int)(next() << 12 ^ next());
    for (auto& v : ws) v = (float)(1 + next() % 7) / 64.0f;
    for (auto& v : xs) v = (float)(1 + next() % 7) / 64.0f;

    Buffers b = {sent(w), sent(ws), sent(x), sent(xs), nullptr};
    cudaMalloc(&b.y, most * ROWS * sizeof(float));

    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    int cc = 10 * p.major + p.minor;
    if (!asked) printf("%s, compute capability %d.%d\n", p.name, p.major, p.minor);
    for (int columns = asked ? asked : 1; columns <= (asked ? asked : 9); columns++) {
        const char* kernel = argc > 2 ? argv[2] : choose(cc, columns);
        bool vector = !strcmp(kernel, "vector");
        if (vector && columns > 8) return 1;
        if (vector) launch_vector(b, columns);
        else launch_tiles(b, columns);  // also where a library would do it
        std::vector<float> y(columns * ROWS);
        cudaMemcpy(y.data(), b.y, y.size() * sizeof(float), cudaMemcpyDeviceToHost);

        double worst = 0.0;
        for (int c = 0; c < columns; c++)
            for (int r = 0; r < ROWS; r++) {
                double right = 0.0;
                for (int i = 0; i < WORDS; i++)
                    for (int k = 0; k < 8; k++) {
                        int weight = w[r * WORDS + i] >> (8 * (k % 4) + 4 * (k / 4)) & 15;
                        signed char value = (signed char)(x[(c * WORDS + i) * 2 + k / 4] >> 8 * (k % 4));
                        right += (double)ws[r * GROUPS + i / 4] * xs[c * GROUPS + i / 4] * weight * value;
                    }
                worst = std::fmax(worst, std::fabs(y[c * ROWS + r] - right));
            }
        long long unpacked = (long long)ROWS * K * (vector ? columns : (columns + 7) / 8);
        printf("%d column%s %-7s each weight unpacked %lld time%s, %s\n", columns, columns == 1 ? ": " : "s:", kernel,
               unpacked / (ROWS * K), unpacked == ROWS * K ? "" : "s", worst < 0.05 ? "right" : "wrong");
    }
    cudaFree(b.w), cudaFree(b.ws), cudaFree(b.x), cudaFree(b.xs), cudaFree(b.y);
    return 0;
}

// What it says (tests/examples.rs holds it to that):
//$ run --device a100
//> NVIDIA A100-SXM4-80GB, compute capability 8.0
//> 1 column:  vector  each weight unpacked 1 time, right
//> 2 columns: vector  each weight unpacked 2 times, right
//> 3 columns: vector  each weight unpacked 3 times, right
//> 4 columns: vector  each weight unpacked 4 times, right
//> 5 columns: vector  each weight unpacked 5 times, right
//> 6 columns: vector  each weight unpacked 6 times, right
//> 7 columns: vector  each weight unpacked 7 times, right
//> 8 columns: vector  each weight unpacked 8 times, right
//> 9 columns: tiles   each weight unpacked 2 times, right
//$ run --device rtx-5080 -- 6
//> 6 columns: tiles   each weight unpacked 1 time, right
//$ profile --device a100 -- 1 vector
//~ warp instructions 38,656
//~ loads: sectors 4,096 4,096
//$ profile --device a100 -- 8 vector
//~ warp instructions 199,936
//~ loads: sectors 4,096 4,096
//$ profile --device a100 -- 1 tiles
//~ warp instructions 67,240
//~ loads: sectors 4,096 4,096
//$ profile --device a100 -- 8 tiles
//~ warp instructions 67,520
//~ loads: sectors 4,096 4,096
