// Rounds in which some lanes exchange and go on at once to the next, and others at the loop's end; a side that leaves the loop; and a function that returns from the middle.
// buffer: out i32[32] = 0
// buffer: left i32[32] = 0
// buffer: met u32[32] = 0
// launch: k<<<1, 32>>>(out, left, met)
// expect: out[i] = 4 * (i ^ 1) + 6
// expect: left[i] = i < 8 ? i ^ 8 : i < 16 ? i ^ 8 : 0
// expect: met[i] = 1 + i % 4
__device__ unsigned meet(int t) {
    if (t % 4 == 3) return __popc(__match_any_sync(0xffffffff, t % 4)) / 2;
    if (t % 4 == 2) {
        unsigned same = __match_any_sync(0xffffffff, t % 4);
        return __popc(same) - 5;
    }
    return __popc(__match_any_sync(0xffffffff, t % 4)) - 7 + t % 4;
}
__global__ void k(int* out, int* left, unsigned* met) {
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < 4; ++i) {
        if (t < 13) {
            sum += __shfl_xor_sync(0xffffffff, t + i, 1);
            continue;
        }
        int v = t + i;
        sum += __shfl_xor_sync(0xffffffff, v, 1);
    }
    out[t] = sum;
    if (t < 16) {
        for (;;) {
            if (t < 8) {
                left[t] = __shfl_xor_sync(0xffff, t, 8);
                break;
            }
            int w = t;
            left[t] = __shfl_xor_sync(0xffff, w, 8);
            break;
        }
    }
    met[t] = meet(t);
}
