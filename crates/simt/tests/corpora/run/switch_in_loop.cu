// `break` leaves the switch, `continue` the round, `return` the thread.
// buffer: out i32[32] = -1
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i == 31 ? -1 : sum(0, 8, (i + j) % 4 == 0 ? 1 : (i + j) % 4 == 1 ? 0 : (i + j) % 4 == 2 ? 110 : 100)
__global__ void k(int* out) {
    int t = threadIdx.x, v = 0;
    for (int r = 0; r < 8; r++) {
        switch ((t + r) % 4) {
        case 0: v += 1; continue;
        case 1: continue;
        case 2: v += 10; break;
        default:
            if (t == 31) return;
        }
        v += 100;
    }
    out[t] = v;
}
