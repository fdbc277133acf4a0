// The sum is wide, but the product in it was not.
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(out, 65536)
__global__ void k(float* out, int pitch) {
    int slice = threadIdx.x < 31 ? 0 : 65536;
    size_t at = threadIdx.x + slice * pitch;
    out[at] = 1.0f; //~ index-overflow
    out[threadIdx.x + (size_t)(slice * pitch)] = 1.0f; //~ index-overflow
}
/*~
warning[F0502]: an index does not fit 32 bits: 65536 * 65536 is 4294967296, and became 0
 --> overflow_offset_of_pointer.cu:6:31
  |
6 |     size_t at = threadIdx.x + slice * pitch;
  |                               ^^^^^^^^^^^^^ 1. wrapped here
7 |     out[at] = 1.0f; //~ index-overflow
  |     ------- 2. index used here
  |
  = thread: 1. (31, 0, 0) of block (0, 0, 0): pitch = 65536, slice = 65536
  = thread: 2. (31, 0, 0) of block (0, 0, 0): at = 31
  = help: compute it in a wider type: make the first factor a `size_t`, as in `(size_t)row * width + column`

warning[F0502]: an index does not fit an `int`: 65536 * 65536 is 4294967296, and became 0
 --> overflow_offset_of_pointer.cu:8:32
  |
8 |     out[threadIdx.x + (size_t)(slice * pitch)] = 1.0f; //~ index-overflow
  |                                ^^^^^^^^^^^^^ 1. wrapped here
  |     ------------------------------------------ 2. index used here
  |
  = thread: 1. (31, 0, 0) of block (0, 0, 0): pitch = 65536, slice = 65536
  = thread: 2. (31, 0, 0) of block (0, 0, 0): pitch = 65536, slice = 65536
  = help: compute it in a wider type: make the first factor a `size_t`, as in `(size_t)row * width + column`
*/
