// In the last rounds of the loop the row's start does not fit.
// buffer: in f32[1024] = 1
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(in, out, 1073741824)
__global__ void k(const float* in, float* out, int pitch) {
    float sum = 0.0f;
    for (int row = 0; row < 5; row += 4) {
        int start = row * pitch;
        sum += in[start + threadIdx.x]; //~ index-overflow
    }
    out[threadIdx.x] = sum;
}
/*~
warning[F0502]: an index does not fit 32 bits: 4 * 1073741824 is 4294967296, and became 0
 --> overflow_in_loop.cu:8:21
  |
8 |         int start = row * pitch;
  |                     ^^^^^^^^^^^ 1. wrapped here
9 |         sum += in[start + threadIdx.x]; //~ index-overflow
  |                ----------------------- 2. index used here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): pitch = 1073741824, row = 4
  = thread: 2. (0, 0, 0) of block (0, 0, 0): sum = 1.0, start = 0
  = note: it happened 32 times
  = help: compute it in a wider type: make the first factor a `size_t`, as in `(size_t)row * width + column`
*/
