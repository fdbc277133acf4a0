// The first element of a row far down: the product does not fit an `int`, and names an element near the start.
// buffer: in f32[64] = 1
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(in, out, 65536)
__global__ void k(const float* in, float* out, int width) {
    int row = 65536;
    int at = row * width + threadIdx.x;
    out[threadIdx.x] = in[at]; //~ index-overflow
}
/*~
warning[F0502]: an index does not fit an `int`: 65536 * 65536 is 4294967296, and became 0
 --> overflow_row_times_width.cu:7:14
  |
7 |     int at = row * width + threadIdx.x;
  |              ^^^^^^^^^^^ 1. wrapped here
8 |     out[threadIdx.x] = in[at]; //~ index-overflow
  |                        ------ 2. index used here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): width = 65536, row = 65536
  = thread: 2. (0, 0, 0) of block (0, 0, 0): at = 0
  = note: it happened 32 times
  = help: compute it in a wider type: make the first factor a `size_t`, as in `(size_t)row * width + column`
*/
