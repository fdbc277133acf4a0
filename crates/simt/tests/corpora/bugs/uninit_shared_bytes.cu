// Bytes of a word: three are set, the word is read.
// buffer: out u32[1] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(unsigned int* out) {
    __shared__ unsigned int word;
    unsigned char* bytes = (unsigned char*)&word;
    if (threadIdx.x < 3) bytes[threadIdx.x] = 1;
    __syncwarp();
    if (threadIdx.x == 0) out[0] = word + 1; //~ uninitialised
}
/*~
error[F0105]: what is stored depends on `word`, which was never written
 --> uninit_shared_bytes.cu:9:36
  |
9 |     if (threadIdx.x == 0) out[0] = word + 1; //~ uninitialised
  |                                    ^^^^ 1. read here
  |                           ------ 2. stored here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0)
  = help: shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?
*/
