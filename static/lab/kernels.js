// Kernels to begin with in the playground: a title, the text, and a launch that shows what it is about.
// The texts are code, comments and all, and English in every course.

import { word } from "./words.js";

const SCALE = `// Every thread scales one element. The form says with which launch.
__global__ void scale(const float* x, float* y, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = factor * x[i];
    }
}
`;

const BEYOND = `// The last block has threads that own nothing, and nobody stops them.
__global__ void add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) {
        c[i] = a[i] + b[i];
    }
}
`;

const STRIDE = `// Neighbouring lanes read elements that lie \`apart\` from each other: try 1, 2, 8 and 32.
__global__ void gather(const float* x, float* y, int apart) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[apart * i];
}
`;

const TRANSPOSE = `// A tile of shared memory is written along rows and read down columns.
// Make its rows 33 floats wide and see what becomes of the passes.
#define WIDTH 32

__global__ void transpose(const float* in, float* out, int n) {
    __shared__ float tile[32][WIDTH];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
`;

const SUM = `// One block sums 256 numbers by a tree. Take a __syncthreads() away: what is found?
__global__ void sum(const float* x, float* out) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) {
            part[t] += part[t + half];
        }
        __syncthreads();
    }
    if (t == 0) {
        out[0] = part[0];
    }
}
`;

const HISTOGRAM = `// Many threads add to few counters, one at a time where they meet.
__global__ void histogram(const int* values, int* counts, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        atomicAdd(&counts[values[i]], 1);
    }
}
`;

export const KERNELS = [
  { title: word("Scale an array"), text: SCALE, launch: "scale<<<4, 256>>>(x[1000] = iota, y[1000], factor = 2.0, n = 1000)" },
  { title: word("One element too far"), text: BEYOND, launch: "add<<<4, 256>>>(a[1000] = iota, b[1000] = ones, c[1000], n = 1000)" },
  { title: word("Read with a stride"), text: STRIDE, launch: "gather<<<1, 256>>>(x[8192] = iota, y[256], apart = 8)" },
  { title: word("Transpose through a tile"), text: TRANSPOSE, launch: "transpose<<<dim3(2, 2), dim3(32, 32)>>>(in[4096] = iota, out[4096], n = 64)" },
  { title: word("Sum by a tree"), text: SUM, launch: "sum<<<1, 256>>>(x[256] = ones, out[1])" },
  { title: word("Histogram with atomics"), text: HISTOGRAM, launch: "histogram<<<4, 256>>>(values[1024] = random, counts[10], n = 1024)" },
];
