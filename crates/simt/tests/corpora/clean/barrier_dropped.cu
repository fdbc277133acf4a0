// A `cuda::barrier` that half of the threads leave after the first phase, one with what the last to arrive does, and one
// waited for by parity.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
// expect: out[i] = i < 32 ? i + 36 : 0
#include <cuda/barrier>
struct Count {
    int* phases;
    __device__ void operator()() { ++*phases; }
};
#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void k(int* out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> b, c;
    __shared__ cuda::barrier<cuda::thread_scope_block, Count> counted;
    __shared__ int s[64], phases;
    int t = threadIdx.x;
    if (t == 0) {
        phases = 0;
        init(&b, 64);
        init(&c, 64);
        init(&counted, 64, Count{&phases});
    }
    __syncthreads();
    counted.arrive_and_wait();
    counted.arrive_and_wait();
    (void)c.arrive();
    c.wait_parity(false);
    s[t] = t;
    if (t >= 32) {
        b.arrive_and_drop();
        return;
    }
    b.arrive_and_wait();
    int other = s[t + 32];
    b.arrive_and_wait();
    s[t] = 1;
    b.arrive_and_wait();
    out[t] = other + 2 * phases + s[(t + 1) % 32] - 1;
}
