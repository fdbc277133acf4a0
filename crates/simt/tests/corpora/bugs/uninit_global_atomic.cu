// A counter that was never cleared.
// buffer: count i32[1] = uninit
// launch: k<<<1, 32>>>(count)
__global__ void k(int* count) {
    atomicAdd(count, 1); //~ uninitialised
}
/*~
error[F0105]: atomic of `count[0]`, which was never written
 --> uninit_global_atomic.cu:5:5
  |
5 |     atomicAdd(count, 1); //~ uninitialised
  |     ^^^^^^^^^^^^^^^^^^^ read here
  |
  = thread: (0, 0, 0) of block (0, 0, 0)
  = note: it happened 32 times
  = help: `cudaMalloc` does not clear memory: write before reading, or start from a known value
*/
