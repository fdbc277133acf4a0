// A lane each, eight lanes a bin, all lanes one bin: 1, 8 and 32 turns.
// buffer: bins i32[32] = 0
// launch: k<<<1, 32>>>(bins)
// expect: bins[i] = 1 + 8 * (i < 4) + 32 * (i == 0)
// counter: contention.requests = 3
// counter: contention.turns = 41
__global__ void k(int* bins) {
    int t = threadIdx.x;
    atomicAdd(&bins[t], 1);
    atomicAdd(&bins[t % 4], 1);
    atomicAdd(&bins[0], 1);
}
