// Sums by atomics that grow beyond their types, in `float`, `double` and `__half`.
// buffer: f f32[1] = 3e38
// buffer: d f64[1] = 1.7e308
// buffer: h u16[1] = 0x7b53
// launch: k<<<2, 32>>>(f, d, h)
// nonfinite: yes
#include <cuda_fp16.h>
__global__ void k(float* f, double* d, __half* h) {
    atomicAdd(f, threadIdx.x == 3 ? 3e38f : 0.0f); //~ non-finite
    if (threadIdx.x == 0) atomicAdd(d, 1.7e308); //~ non-finite
    if (threadIdx.x == 1) atomicAdd(h, __float2half(6e4f)); //~ non-finite
}
/*~
warning[F0503]: infinity is first made here, of 3e38 and 3e38
 --> nonfinite_atomics.cu:9:5
  |
9 |     atomicAdd(f, threadIdx.x == 3 ? 3e38f : 0.0f); //~ non-finite
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ made here
  |
  = thread: (3, 0, 0) of block (0, 0, 0)
  = help: a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`

warning[F0503]: infinity is first made here, of 1.7e308 and 1.7e308
  --> nonfinite_atomics.cu:10:27
   |
10 |     if (threadIdx.x == 0) atomicAdd(d, 1.7e308); //~ non-finite
   |                           ^^^^^^^^^^^^^^^^^^^^^ made here
   |
   = thread: (0, 0, 0) of block (0, 0, 0)
   = help: a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`

warning[F0503]: infinity is first made here, of 60000.0 and 60000.0
  --> nonfinite_atomics.cu:11:27
   |
11 |     if (threadIdx.x == 1) atomicAdd(h, __float2half(6e4f)); //~ non-finite
   |                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ made here
   |
   = thread: (1, 0, 0) of block (0, 0, 0)
   = help: a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`
*/
