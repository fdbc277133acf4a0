// Every access through a volatile name happens.
// buffer: in i32[32] = i
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(in, out)
// expect: out[i] = 3 * i
// counter: in.loads.requests = 3
__global__ void k(volatile int* in, int* out) {
    int t = threadIdx.x;
    out[t] = in[t] + in[t] + in[t];
}
