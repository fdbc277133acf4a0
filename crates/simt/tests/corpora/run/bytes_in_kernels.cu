// memcpy and memset in device code, wide and narrow, from every space.
// buffer: in u8[64] = i + 1
// buffer: out u8[64] = 0
// buffer: said i32[3] = 0
// launch: k<<<1, 1>>>(in, out, said)
// expect: said = 67305985; 5; 7
// expect: out = 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26; 27; 28; 29; 30; 31; 32; 33; 34; 35; 36; 4; 5; 6; 7; 8; 9; 10; 9; 9; 9; 9; 9; 9; 9; 9; 9; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 170
#include <cstring>
struct Pair {
    int a;
    char b[4];
};
__global__ void k(const unsigned char *in, unsigned char *out, int *said) {
    __shared__ unsigned char room[16];
    memcpy(out, in, 36);
    memcpy(room, in + 3, 7);
    memcpy(out + 36, room, 7);
    out[43] = 9;
    memset(out + 44, 9, 8);
    memset(&out[63], 0x1aa, 1);
    int whole;
    memcpy(&whole, in, sizeof whole);
    said[0] = whole;
    Pair p = {5, {1, 2, 7, 8}}, q;
    std::memcpy(&q, &p, sizeof(Pair));
    said[1] = q.a;
    said[2] = q.b[2];
}
