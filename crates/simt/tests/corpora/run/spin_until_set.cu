// A flag that another warp sets is read again in every round.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
// expect: out[i] = i < 32 ? 7 : 8
__device__ int flag = 0;
__global__ void k(int* out) {
    int t = threadIdx.x;
    if (t >= 32) {
        out[t] = 8;
        if (t == 32) atomicExch(&flag, 7);
    } else {
        while (*(volatile int*)&flag == 0) {
        }
        out[t] = *(volatile int*)&flag;
    }
}
