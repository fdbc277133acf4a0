// What warps told each other at a named barrier, one of them tells another block by a flag.
// buffer: data i32[64] = 0
// buffer: flag i32[1] = 0
// buffer: out i32[64] = 0
// launch: k<<<2, 96>>>(data, flag, out)
// expect: data[i] = i
// expect: flag[i] = 1
// expect: out[i] = 63 - i
__global__ void k(int *data, int *flag, int *out) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        if (t < 64) {
            data[t] = t;
            asm volatile("bar.sync 2, 64;" ::: "memory");
            if (t == 32) {
                __threadfence();
                atomicExch(flag, 1);
            }
        }
    } else if (t < 64) {
        if (t == 0) {
            while (atomicAdd(flag, 0) == 0) {}
            __threadfence();
        }
        asm volatile("bar.sync 3, 64;" ::: "memory");
        out[t] = data[63 - t];
    }
}
