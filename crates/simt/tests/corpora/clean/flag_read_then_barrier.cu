// One thread waits at a volatile flag; the barrier after it stands for the fence that orders what its block then reads. Another reads the
// flag with `ld.acquire`.
// buffer: data i32[64] = 0
// buffer: flag i32[1] = 0
// buffer: out i32[64] = 0
// launch: k<<<2, 64>>>(data, flag, out)
// expect: out[i] = 3 * i
__device__ int acquire(int* p) {
    int v;
    asm volatile("ld.acquire.gpu.global.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__global__ void k(int* data, int* flag, int* out) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = 3 * t;
        __threadfence();
        __syncthreads();
        if (t == 0) atomicExch(flag, 1);
        return;
    }
    if (t == 32) {
        while (acquire(flag) == 0) {}
        out[t] = data[t];
    }
    if (t == 0) while (*(volatile int*)flag == 0) {}
    __syncthreads();
    if (t != 32) out[t] = data[t];
}
