// buffer: out i32[4] = 0
// launch: k<<<1, 4>>>(out)
// expect: out[i] = 28 + 8 * i
// counter: local.loads = 0
// counter: local.stores = 0
__global__ void __launch_bounds__(128) k(int* __restrict__ out) {
    int acc[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) acc[j] = threadIdx.x;
    int sum = 0;
#pragma unroll 4
    for (int j = 0; j < 8; ++j) {
        acc[j] += j;
        sum += acc[j];
    }
    out[threadIdx.x] = sum;
}
