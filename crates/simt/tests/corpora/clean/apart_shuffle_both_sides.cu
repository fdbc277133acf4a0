// The pattern of the programming guide: each side of a branch has the shuffle by which the halves exchange, and each a vote and a reduction.
// buffer: out i32[64] = 0
// buffer: votes u32[64] = 0
// launch: k<<<1, 64>>>(out, votes)
// expect: out[i] = i % 32 < 16 ? 2 * (i + 16) + 1 : 3 * (i - 16)
// expect: votes[i] = 4294945450
__global__ void k(int* out, unsigned* votes) {
    int t = threadIdx.x;
    int got;
    unsigned vote;
    if (t % 32 < 16) {
        int v = 3 * t;
        got = __shfl_xor_sync(0xffffffff, v, 16);
        vote = __ballot_sync(0xffffffff, t % 2 == 1);
    } else {
        float other = t;
        int w = 2 * int(other) + 1;
        got = __shfl_xor_sync(0xffffffff, w, 16);
        vote = __ballot_sync(0xffffffff, true);
    }
    out[t] = got;
    votes[t] = vote;
}
