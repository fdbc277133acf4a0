// A place that a loop reads and writes in every turn is loaded and stored once, as nvcc has it, and what is computed from it in every turn: 64 turns
// of 32 fused multiply-adds, and 3 of 32 exponentials, for the last turn does without.
// buffer: x f32[32] = 0
// buffer: y f32[32] = 0
// launch: k<<<1, 32>>>(x, y)
// expect: y[i] = 1
// counter: flops.single = 4096
// counter: x.loads.requests = 1
// counter: x.stores.requests = 1
// counter: y.loads.requests = 3
// counter: special = 96
__global__ void k(float *__restrict__ x, float *__restrict__ y) {
    int i = threadIdx.x;
    for (int j = 0; j < 64; j++) x[i] = x[i] * 0.5f + 0.5f;
    for (int j = 0; j < 4; j++) y[i] = j == 3 ? 1.0f : exp2f(y[i]);
}
