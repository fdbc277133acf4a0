// `continue` of the inner loop inside a switch inside the outer loop.
// buffer: out i32[8] = 0
// launch: k<<<1, 8>>>(out)
// expect: out[i] = 3 * (i % 2 == 0 ? 2 : 10) + 3
__global__ void k(int* out) {
    int t = threadIdx.x, v = 0;
    for (int a = 0; a < 3; a++) {
        switch (t & 1) {
        case 0:
            for (int b = 0; b < 4; b++) {
                if (b & 1) continue;
                v++;
            }
            break;
        default: {
            int b = 0;
            while (b < 5) {
                b++;
                if (b > 100) break;
                v += 2;
            }
        }
        }
        v++;
    }
    out[t] = v;
}
