// A variable that some lanes never set.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    int v;
    if (threadIdx.x < 16) v = 1;
    out[threadIdx.x] = v; //~ uninitialised
}
