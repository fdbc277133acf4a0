// Four levels of branches; every lane has its own way through.
// buffer: out i32[16] = 0
// launch: k<<<1, 16>>>(out)
// expect: out[i] = i
__global__ void k(int* out) {
    int t = threadIdx.x, v = 0;
    if (t & 8) {
        v += 8;
        if (t & 4) {
            v += 4;
            if (t & 2) v += 2 + (t & 1);
            else if (t & 1) v += 1;
        } else {
            switch (t & 3) {
            case 3: v++;
            case 2: v++;
            case 1: v++;
            }
        }
    } else {
        for (int bit = 4; bit; bit >>= 1) {
            if (!(t & bit)) continue;
            v += bit;
        }
    }
    out[t] = v;
}
