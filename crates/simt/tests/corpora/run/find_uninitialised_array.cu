// buffer: out i32[4] = 0
// launch: k<<<1, 4>>>(out)
__global__ void k(int* out) {
    int v[4];
    for (int i = 0; i < 3; i++) v[i] = i;
    out[threadIdx.x] = v[threadIdx.x]; //~ uninitialised
}
