// A field that nobody wrote, copied with the rest of its struct.
// buffer: out u8[512] = uninit
// launch: k<<<1, 32>>>(out)
struct __align__(16) Mixed { char a; float b; short c; };
__global__ void k(void* out) {
    __shared__ Mixed mixed[32];
    int t = threadIdx.x;
    mixed[t].a = t;
    mixed[t].b = 2 * t;
    __syncthreads();
    ((Mixed*)out)[t] = mixed[t]; //~ uninitialised
}
