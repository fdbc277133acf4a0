// Every thread adds to one element.
// buffer: in f32[512] = 1
// buffer: sum f32[1] = 0
// launch: k<<<4, 128>>>(in, sum)
__global__ void k(const float* in, float* sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    *sum += in[i]; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `sum[0]`: thread (32, 0, 0) read 0.0, thread (0, 0, 0) wrote 1.0
 --> global_sum_without_atomic.cu:7:5
  |
7 |     *sum += in[i]; //~ global-race
  |     ^^^^ 1. read 0.0
  |     ---- 2. wrote 1.0
  |
  = thread: 1. (32, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0): i = 0
  = note: it happened 28 times
  = help: reading, changing and writing back are three steps, between which other threads come: use an atomic such as `atomicAdd`, or give each thread its own element
*/
