// Flags by PTX's orders: a store that releases, a reduction that releases, read by what acquires.
// buffer: data i32[2] = 0
// buffer: flag i32[2] = 0
// buffer: out i32[3] = 0
// launch: k<<<3, 32>>>(data, flag, out)
// expect: out = 0; 42; 42
__device__ void set(int* p, int v) { asm volatile("st.global.release.gpu.b32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
__device__ int get(int* p) {
    int v;
    asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__device__ void count(int* p) { asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(p) : "memory"); }
__device__ int counted(int* p) {
    int v;
    asm volatile("atom.acquire.gpu.global.add.s32 %0, [%1], 0;" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__global__ void k(int* data, int* flag, int* out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        data[0] = 40;
        set(&flag[0], 1);
        data[1] = 2;
        count(&flag[1]);
        return;
    }
    while (get(&flag[0]) == 0) {}
    int sum = data[0];
    while (counted(&flag[1]) == 0);
    out[blockIdx.x] = sum + data[1];
}
