// buffer: out i32[16] = 0
// launch: k<<<1, 16>>>(out)
// expect: out[i] = i / 4 == 0 ? 10 + i % 4 : i / 4 == 1 ? (i % 4 == 0 ? 101 : i % 4 == 1 ? 102 : 104) : i / 4 == 2 ? -1 : sum(0, i % 4, 1) * 1000
__global__ void k(int* out) {
    int t = threadIdx.x, v = 0;
    switch (t / 4) {
    case 0:
        v = 10 + t % 4;
        break;
    case 1:
        switch (t % 4) {
        case 0: v = 1; break;
        case 1: v = 2; break;
        default: v = 4;
        }
        v += 100;
        break;
    case 2: out[t] = -1; return;
    default:
        for (int i = 0;; i++) {
            if (i == t % 4) break;
            v += 1000;
        }
    }
    out[t] = v;
}
