// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i % 6 == 0 ? 111 : i % 6 == 1 ? 110 : i % 6 == 2 ? 100 : i % 6 == 3 ? 5 : i % 6 == 4 ? 7 : 1000
__global__ void k(int* out) {
    int t = threadIdx.x, v = 0;
    switch (t % 6) {
    case 0: v += 1;
    case 1: v += 10;
    case 2: v += 100; break;
    default: v = 1000; break;
    case 3: v = 5; break;
    case 4: {
        v = 7;
        break;
    }
    }
    out[t] = v;
}
