// buffer: out u64[2] = 9
// launch: k<<<1, 1>>>(out, 0ul)
// expect: out = 7; 18446744073709551615
__global__ void k(unsigned long long* out, unsigned long long zero) {
    out[0] = 7 % zero; //~ division-by-zero
    out[1] = 7 / zero; //~ division-by-zero
}
