// Data, fence, flag; flag, fence, data.
// buffer: data i32[1] = 0
// buffer: flag i32[1] = 0
// buffer: out i32[1] = 0
// launch: k<<<2, 1>>>(data, flag, out)
// expect: out = 42
__global__ void k(int* data, int* flag, int* out) {
    if (blockIdx.x == 0) {
        *data = 42;
        __threadfence();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {}
        __threadfence();
        out[0] = *data;
    }
}
