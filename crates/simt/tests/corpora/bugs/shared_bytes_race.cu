// Bytes of one word are apart, but these two threads share a byte.
// buffer: out u8[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(unsigned char* out) {
    __shared__ unsigned char s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    s[t / 2 * 2] = t; //~ shared-race
    __syncthreads();
    out[t] = s[t] * 0;
}
/*~
error[F0201]: threads (0, 0, 0) and (1, 0, 0) write different values to `s[0]` in one instruction
 --> shared_bytes_race.cu:9:5
  |
9 |     s[t / 2 * 2] = t; //~ shared-race
  |     ^^^^^^^^^^^^ 1. one write
  |     ------------ 2. the other write
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): t = 0
  = thread: 2. (1, 0, 0) of block (0, 0, 0): t = 1
  = note: it happened 2 times
  = help: which value stays is not defined: give each thread its own element, or use an atomic
*/
