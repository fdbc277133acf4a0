enum Mode { Add, Sub = 5, Mul };
enum class Kind : unsigned char { A, B };
__device__ int apply(Mode m, int a, int b) {
    switch (m) {
        case Add: return a + b;
        case Sub: return a - b;
        case Mul:
        default: return a * b;
    }
}
__global__ void k(int* out, int n) {
    int i = 0;
    do { out[i] = apply(Sub, i, n); } while (++i < n);
    while (i-- > 0) { if (i == 3) continue; out[i] ^= 1; }
#pragma unroll 4
    for (int a = 0, b = 1; a < 4; ++a, b <<= 1) out[a] |= b;
    for (;;) { if (out[0]) break; out[0] = 1; }
    Kind kind = Kind::B;
    if (kind == Kind::B) out[0] = static_cast<int>(kind);
}
