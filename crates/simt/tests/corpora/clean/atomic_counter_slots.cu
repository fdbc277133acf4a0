// A queue's slots handed out by an atomic.
// buffer: in i32[256] = i
// buffer: queue i32[256] = 0
// buffer: tail i32[1] = 0
// launch: k<<<2, 128>>>(in, queue, tail)
// expect: tail = 128
__global__ void k(const int* in, int* queue, int* tail) {
    int v = in[blockIdx.x * 128 + threadIdx.x];
    if (v % 2) queue[atomicAdd(tail, 1)] = 1;
}
