// Memory that kernels reach through pointers in structs is told of by the elements that the pointers lead to.
#include <cstdio>
struct Signal {
    float *in, *out;
    float2 *pairs;
    int n;
};
__global__ void set(Signal s) { s.in[8] = 1; }
__global__ void shift(Signal s) {
    int i = threadIdx.x;
    s.out[i] = s.in[i + 8] * 2;
}
__global__ void pair(Signal s) {
    if (threadIdx.x == 64) s.pairs[9] = make_float2(1, 2);
    else if (threadIdx.x == 0) s.pairs[1] = s.pairs[9];
}
struct Table {
    int *rows;
};
__global__ void past(const Table *table) { table->rows[100 + threadIdx.x] = 1; }

int main() {
    Signal s;
    s.n = 32;
    cudaMalloc(&s.in, s.n * sizeof(float));
    cudaMalloc(&s.out, s.n * sizeof(float));
    cudaMalloc(&s.pairs, 16 * sizeof(float2));
    cudaMemset(s.pairs, 0, 16 * sizeof(float2));
    set<<<1, 1>>>(s);
    shift<<<1, 32>>>(s);
    pair<<<1, 128>>>(s);
    int *rows;
    Table host, *table;
    cudaMalloc((void **)&table, sizeof(Table));
    cudaMalloc((void **)&rows, 100 * sizeof(int));
    host.rows = rows;
    cudaMemcpy(table, &host, sizeof(Table), cudaMemcpyHostToDevice);
    past<<<1, 32>>>(table);
    cudaDeviceSynchronize();
}
//@ finding out-of-bounds global read of 4 bytes: `s.in` has 32 elements; index 32 is 1 past the end
//@ finding what is stored depends on `s.in[9]`, which was never written
//@ finding nothing orders two accesses to `s.pairs[9].x`: thread (64, 0, 0) wrote 1.0, thread (0, 0, 0) read 1.0
//@ finding out-of-bounds global write of 4 bytes: `rows` has 100 elements; index 100 is 1 past the end
