// Bit fields in registers, shared and global memory, set one after the other in units that nobody wrote before.
// buffer: out i32[32] = uninit
// buffer: packs u32[64] = uninit
// launch: k<<<1, 32>>>(out, packs)
// expect: out[i] = 2 * i % 8 + 100 * (i % 2) + 512 + 1000 * i
struct Pack {
    unsigned lane : 5;
    unsigned odd : 1;
    signed int away : 10;
    unsigned : 0;
    unsigned short tag : 12;
    bool last : 1;
};
__device__ unsigned sum(Pack p) {
    p.lane = 2 * p.lane % 8;
    return p.lane + p.odd * 100 - p.away;
}
__global__ void k(int *out, unsigned *raw) {
    __shared__ Pack packs[32];
    int i = threadIdx.x;
    packs[i].lane = i;
    packs[i].odd = i;
    packs[i].away = -500 - 500;
    packs[i].tag = 4095;
    packs[i].last = i == 31;
    packs[i].tag++;
    packs[i].away /= 2;
    __syncthreads();
    Pack *global = (Pack *)raw;
    global[i] = packs[31 - i];
    Pack other = packs[i];
    other.away *= -1;
    other.away -= 500;
    if (global[i].last != (i == 0) || global[i].tag != 0) other.lane++;
    out[i] = sum(other) + 1000 * i;
}
