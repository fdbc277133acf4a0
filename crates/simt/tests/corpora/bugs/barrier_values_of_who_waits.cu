// A thread that took another way keeps its own value of a variable that the branch changes.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
    int i = threadIdx.x;
    int v = i * 3;
    if (v < 48) {
        int w = 100 + i;
        v = w * 7;
        out[i] = v;
        __syncthreads(); //~ barrier-divergence
        out[i] += w;
    }
}
/*~
error[F0301]: 16 of the warp's 32 threads are at this barrier; the others took another way
  --> barrier_values_of_who_waits.cu:11:9
   |
 7 |     if (v < 48) {
   |     ------------- 2. thread (16, 0, 0) went another way
...
11 |         __syncthreads(); //~ barrier-divergence
   |         ^^^^^^^^^^^^^^^ 1. thread (0, 0, 0) is here
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (16, 0, 0) of block (0, 0, 0): v = 48
   = note: it happened 16 times
   = help: move `__syncthreads()` out of the branch or loop that splits the warp
*/
