// buffer: out u32[10] = 0
// launch: k<<<1, 1>>>(out, 4294967295u, 3u)
// expect: out = 1431655765; 0; 536870911; 4294967294; 4294967288; 1; 0; 3; 4294967292; 0
__global__ void k(unsigned* out, unsigned a, unsigned b) {
    out[0] = a / b;
    out[1] = a % b;
    out[2] = a >> b;
    out[3] = a - 1;
    out[4] = a << b;
    out[5] = a > b;
    out[6] = a + 1;
    out[7] = a & b;
    out[8] = a ^ b;
    out[9] = -1 < b;
}
