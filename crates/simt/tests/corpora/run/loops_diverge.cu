// Nested loops whose lanes break, continue and end at different rounds.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = sum(0, i, j % 3 == 0 ? 0 : min(j, 5))
__global__ void k(int* out) {
    int t = threadIdx.x, v = 0;
    for (int a = 0; a < t; a++) {
        if (a % 3 == 0) continue;
        int b = 0;
        while (true) {
            if (b == a) break;
            if (b >= 5) break;
            b++;
            v++;
        }
    }
    out[t] = v;
}
