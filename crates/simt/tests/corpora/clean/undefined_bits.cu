// Bits that nobody set lie beside those that are used: in a word that is filled a field at a time, behind a mask, shifted out.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    __shared__ unsigned w[32];
    __shared__ unsigned char c[32];
    int t = threadIdx.x;
    unsigned v = w[t];
    v = (v & ~0xffu) | (unsigned)t;
    w[t] = v;
    int n = 0;
    if (w[t] & 1) n += 1;
    if ((w[t] << 24) == 0x05000000u) n += 2;
    if (__byte_perm(w[t], 0, 0x4440) > 7) n += 4;
    unsigned u = w[t] | 0x80000000u;
    if ((int)u < 0) n += 8;
    if ((u | 0xffffff00u) == 0xffffff03u) n += 16;
    unsigned short half = (unsigned short)(c[t] * 256 + t);
    if ((half & 0xff) == 9) n += 32;
    if ((unsigned char)(w[t] ^ 3) == 0) n += 64;
    out[t] = n;
}
