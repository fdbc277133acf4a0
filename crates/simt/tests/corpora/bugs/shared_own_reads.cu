// What a thread writes it has read itself, but so have others since the barrier: the pair that is named is that of looking at every read.
// buffer: out i32[128] = 0
// launch: k<<<1, 128>>>(out)
__global__ void k(int* out) {
    __shared__ int s[128];
    __shared__ char bytes[128];
    int t = threadIdx.x, v = 0;
    s[t] = t;
    bytes[t] = 1;
    __syncthreads();
    for (int k = 0; k < 3; ++k) {
        v += s[t];
        if (t >= 32) s[t] = v;
        __syncthreads();
        if (t < 96) v += s[112 + t % 16]; //~ shared-race
    }
    out[t] = v * bytes[t] * 0;
}
/*~
error[F0201]: nothing orders two accesses to `s[112]`: thread (32, 0, 0) read 112, thread (112, 0, 0) wrote 224
  --> shared_own_reads.cu:15:26
   |
13 |         if (t >= 32) s[t] = v;
   |                      ---- 2. wrote 224
14 |         __syncthreads();
15 |         if (t < 96) v += s[112 + t % 16]; //~ shared-race
   |                          ^^^^^^^^^^^^^^^ 1. read 112
   |
   = thread: 1. (32, 0, 0) of block (0, 0, 0)
   = thread: 2. (112, 0, 0) of block (0, 0, 0): t = 112, v = 224
   = note: it happened 128 times
   = help: the access of line 13 is the next round's: threads that are done with a round go on to it while others are still at line 15; put a second barrier, `__syncthreads()`, at the loop's end
*/
