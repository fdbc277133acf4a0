// A `return` from two loops deep in an inlined function.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i < 25 ? (i / 5) * 10 + i % 5 : -1
__device__ int find(int wanted) {
    for (int a = 0; a < 5; a++) {
        for (int b = 0; b < 5; b++) {
            if (a * 5 + b == wanted) return a * 10 + b;
        }
    }
    return -1;
}
__global__ void k(int* out) { out[threadIdx.x] = find(threadIdx.x); }
