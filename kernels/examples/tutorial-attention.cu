// Tutorial, section 3: attention of one head, with its matrix of scores in memory and without.
//
// `course run kernels/examples/tutorial-attention.cu`
// `course profile kernels/examples/tutorial-attention.cu`: what `scores` and `collect` move, and what `flash` moves.
//
// Every query sees every key, as in an encoder; the exercise of the tutorial adds the causal mask.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

const int D = 64;             // numbers of a query, a key, a value
const int Q = 32, K = 32;     // queries of a block, keys of a tile
const float SCALE = 0.125f;   // 1 / sqrt(D)
const unsigned ALL = 0xffffffffu;

__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(ALL, v, step);
    return v;
}

__device__ float warp_max(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v = fmaxf(v, __shfl_xor_sync(ALL, v, step));
    }
    return v;
}

//@anchor standard
// A warp a query, first: its n scores go to memory …
__global__ void scores(const float* q, const float* k, float* s, int n) {
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n) return;
    float q0 = q[row * D + lane], q1 = q[row * D + lane + 32];
    for (int key = 0; key < n; ++key) {
        float part = q0 * k[key * D + lane] + q1 * k[key * D + lane + 32];
        float score = SCALE * warp_sum(part);
        if (lane == 0) s[row * n + key] = score;
    }
}

// … and come back: for the largest, for the sum, and for the values.
__global__ void collect(const float* s, const float* v, float* o, int n) {
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n) return;
    float m = -INFINITY, l = 0.0f, o0 = 0.0f, o1 = 0.0f;
    for (int j = lane; j < n; j += 32) m = fmaxf(m, s[row * n + j]);
    m = warp_max(m);
    for (int j = lane; j < n; j += 32) l += expf(s[row * n + j] - m);
    l = warp_sum(l);
    for (int j = 0; j < n; ++j) {
        float p = expf(s[row * n + j] - m);
        o0 += p * v[j * D + lane];
        o1 += p * v[j * D + lane + 32];
    }
    o[row * D + lane] = o0 / l;
    o[row * D + lane + 32] = o1 / l;
}
//@endanchor standard

//@anchor flash
// A block has Q queries, four a warp, and walks over the keys in tiles of K.
__global__ void flash(const float* q, const float* k, const float* v,
                      float* o, int n) {
    __shared__ float qs[Q][D], ks[K][D + 1], vs[K][D];  // + 1: no conflicts
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int first = blockIdx.x * Q;
    float m[4], l[4] = {}, o0[4] = {}, o1[4] = {};
    for (int i = 0; i < 4; ++i) m[i] = -INFINITY;
    for (int e = threadIdx.x; e < Q * D; e += blockDim.x) {
        qs[e / D][e % D] = first + e / D < n ? q[first * D + e] : 0.0f;
    }
    for (int j0 = 0; j0 < n; j0 += K) {
        for (int e = threadIdx.x; e < K * D; e += blockDim.x) {
            bool in = j0 + e / D < n;  // zeros behind the last key
            ks[e / D][e % D] = in ? k[j0 * D + e] : 0.0f;
            vs[e / D][e % D] = in ? v[j0 * D + e] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 4; ++i) {
            float score = 0.0f;  // of this warp's query i and this lane's key
            for (int d = 0; d < D; ++d) {
                score += qs[4 * warp + i][d] * ks[lane][d];
            }
            score = j0 + lane < n ? SCALE * score : -INFINITY;
            float larger = fmaxf(m[i], warp_max(score));
            float keep = expf(m[i] - larger);  // the past shrinks by this
            float p = expf(score - larger);
            m[i] = larger;
            l[i] = l[i] * keep + warp_sum(p);
            o0[i] *= keep;
            o1[i] *= keep;
            for (int j = 0; j < K; ++j) {  // from here a lane has two places
                float share = __shfl_sync(ALL, p, j);
                o0[i] += share * vs[j][lane];
                o1[i] += share * vs[j][lane + 32];
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i) {
        int row = first + 4 * warp + i;
        if (row < n) {
            o[row * D + lane] = o0[i] / l[i];
            o[row * D + lane + 32] = o1[i] / l[i];
        }
    }
}
//@endanchor flash

// Results further than 1e-5 from those in double precision. Values lie between -1 and 1.
int wrong(const std::vector<float>* in, const float* on_device, int n) {
    std::vector<float> o(n * D);
    cudaMemcpy(o.data(), on_device, n * D * sizeof(float), cudaMemcpyDeviceToHost);
    int count = 0;
    std::vector<double> p(n);
    for (int row = 0; row < n; ++row) {
        double m = -INFINITY, l = 0.0;
        for (int j = 0; j < n; ++j) {
            double sum = 0.0;
            for (int d = 0; d < D; ++d) sum += (double)in[0][row * D + d] * in[1][j * D + d];
            p[j] = SCALE * sum;
            m = fmax(m, p[j]);
        }
        for (int j = 0; j < n; ++j) l += p[j] = exp(p[j] - m);
        for (int d = 0; d < D; ++d) {
            double sum = 0.0;
            for (int j = 0; j < n; ++j) sum += p[j] / l * in[2][j * D + d];
            count += !(fabs(sum - o[row * D + d]) <= 1e-5);
        }
    }
    return count;
}

int main(int argc, char** argv) {
    int n = argc > 1 ? atoi(argv[1]) : 128;
    if (n < 1 || n > 1024) {
        printf("tokens: 1 to 1024\n");
        return 1;
    }
    std::vector<float> in[3];  // queries, keys, values
    unsigned noise = 1;
    for (std::vector<float>& each : in) {
        for (int i = 0; i < n * D; ++i) {
            noise = noise * 1664525u + 1013904223u;
            each.push_back((int)(noise >> 8) / 8388608.0f - 1.0f);
        }
    }
    float *q, *k, *v, *o, *s;
    for (float** p : {&q, &k, &v, &o}) cudaMalloc(p, n * D * sizeof(float));
    cudaMalloc(&s, n * n * sizeof(float));
    cudaMemcpy(q, in[0].data(), n * D * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(k, in[1].data(), n * D * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(v, in[2].data(), n * D * sizeof(float), cudaMemcpyHostToDevice);

    scores<<<(n + 3) / 4, 128>>>(q, k, s, n);
    collect<<<(n + 3) / 4, 128>>>(s, v, o, n);
    int standard_wrong = wrong(in, o, n);
    cudaMemset(o, 0xff, n * D * sizeof(float));
    flash<<<(n + Q - 1) / Q, 8 * Q>>>(q, k, v, o, n);
    int flash_wrong = wrong(in, o, n);
    printf("%d tokens: standard %d, flash %d of %d results wrong\n", n, standard_wrong, flash_wrong, n * D);
    printf("matrix of scores: %d bytes; q, k, v and o: %d bytes each\n", n * n * 4, n * D * 4);
    for (float* p : {q, k, v, o, s}) cudaFree(p);
    return standard_wrong + flash_wrong != 0;
}

//$ run
//> 128 tokens: standard 0, flash 0 of 8192 results wrong
//> matrix of scores: 65536 bytes; q, k, v and o: 32768 bytes each
//$ run -- 100
//> 100 tokens: standard 0, flash 0 of 6400 results wrong
//> matrix of scores: 40000 bytes; q, k, v and o: 25600 bytes each
//$ profile --device a100
//~ scores<<<32, 128>>> 1 4,718,592 0 128 KiB 4.53 MiB 148,480
//~ collect<<<32, 128>>> 1 2,674,688 0 128 KiB 4.66 MiB 152,576
//~ flash<<<4, 256>>> 1 4,390,912 0 128 KiB 320 KiB 10,240
//~ shared memory, as written 660 ns
