// Four sides of nested branches, in several warps and blocks at once: each has the exchanges, in its own places and registers.
// buffer: out i32[1024] = 0
// buffer: votes i32[1024] = 0
// launch: k<<<8, 128>>>(out, votes)
// expect: out[i] = i % 32 + 496 + (i + 8) % 32
// expect: votes[i] = 16
__global__ void k(int* out, int* votes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = i % 32;
    int sum, vote, got;
    if (t % 2 == 0) {
        if (t % 4 == 0) {
            sum = __reduce_add_sync(0xffffffff, t);
            vote = __popc(__ballot_sync(0xffffffff, t >= 16));
            got = __shfl_sync(0xffffffff, t, t + 8);
        } else {
            int double_t = 2 * t;
            sum = __reduce_add_sync(0xffffffff, double_t / 2);
            vote = __popc(__ballot_sync(0xffffffff, double_t >= 32));
            got = __shfl_sync(0xffffffff, double_t / 2, t + 8);
        }
    } else {
        for (int k = 0; k < 1 + t % 3; ++k) votes[i] = k;
        if (t % 4 == 1) {
            sum = __reduce_add_sync(0xffffffff, t);
            vote = __popc(__ballot_sync(0xffffffff, t > 15));
            got = __shfl_sync(0xffffffff, t, t + 8);
        } else {
            sum = __reduce_add_sync(0xffffffff, t);
            vote = __popc(__ballot_sync(0xffffffff, t > 15));
            got = __shfl_sync(0xffffffff, t, t + 8);
        }
    }
    out[i] = t + sum + got;
    votes[i] = vote;
}
