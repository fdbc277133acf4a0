// Lanes wait for a flag that one lane of their warp sets: in the other side of the branch, after the loop, and by a chain from lane to lane.
// buffer: flags i32[3] = 0
// buffer: data i32[2] = 0
// buffer: out i32[32] = 0
// buffer: chain i32[33] = 0
// launch: sides<<<1, 32>>>(flags, data, out)
// launch: after<<<1, 32>>>(flags, out)
// launch: pass<<<1, 32>>>(chain)
// expect: out[i] = 40 + i
// expect: chain[i] = i < 32 ? 1 : 0
__global__ void sides(volatile int* flags, int* data, int* out) {
    if (threadIdx.x != 5) {
        while (flags[0] == 0) {
        }
        __threadfence();
        out[threadIdx.x] = data[0];
    } else {
        data[0] = 40;
        __threadfence();
        flags[0] = 1;
        out[5] = 40;
    }
}
__global__ void after(volatile int* flags, int* out) {
    int t = threadIdx.x;
    while (t != 31 && flags[1] == 0) {
    }
    __threadfence();
    if (t == 31) flags[1] = 1;
    out[t] += t;
}
__global__ void pass(int* chain) {
    int t = threadIdx.x;
    while (t > 0 && atomicAdd(&chain[t - 1], 0) == 0) {
    }
    atomicExch(&chain[t], 1);
}
