// One index that is not a constant puts the whole array into memory.
// buffer: out i32[4] = 0
// launch: k<<<1, 4>>>(out)
// expect: out[i] = 6 + i
// counter: local.loads = 5
// counter: local.stores = 4
__global__ void k(int* out) {
    int a[4];
    for (int i = 0; i < 4; i++) a[i] = i;
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += a[i];
    out[threadIdx.x] = sum + a[threadIdx.x];
}
