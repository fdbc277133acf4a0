// A product of halves beyond 65504, one of a pair, and a sum of bfloat16 beyond the range.
// buffer: h u16[2] = 0x7b53; 0x3c00
// buffer: b u16[1] = 0x7f61
// buffer: out u16[4] = 0
// launch: k<<<1, 1>>>(h, b, out)
// nonfinite: yes
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void k(const __half* h, const __nv_bfloat16* b, __half* out) {
    out[0] = h[0] * h[0]; //~ non-finite
    __half2 pair = __hmul2(__halves2half2(h[1], h[0]), __halves2half2(h[1], h[0])); //~ non-finite
    out[1] = __low2half(pair);
    __nv_bfloat16 sum = b[0] + b[0]; //~ non-finite
    out[2] = __float2half(__bfloat162float(sum));
    out[3] = __float2half(1e6f * __half2float(h[1])); //~ non-finite
}
/*~
warning[F0503]: infinity is first made here, of 60000.0 and 60000.0
  --> nonfinite_half.cu:10:14
   |
10 |     out[0] = h[0] * h[0]; //~ non-finite
   |              ^^^^^^^^^^^ made here
   |
   = thread: (0, 0, 0) of block (0, 0, 0)
   = help: a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`

warning[F0503]: infinity is first made here, of 60000.0 and 60000.0
  --> nonfinite_half.cu:11:20
   |
11 |     __half2 pair = __hmul2(__halves2half2(h[1], h[0]), __halves2half2(h[1], h[0])); //~ non-finite
   |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ made here
   |
   = thread: (0, 0, 0) of block (0, 0, 0)
   = help: a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`

warning[F0503]: infinity is first made here, of 2.990763e38 and 2.990763e38
  --> nonfinite_half.cu:13:25
   |
13 |     __nv_bfloat16 sum = b[0] + b[0]; //~ non-finite
   |                         ^^^^^^^^^^^ made here
   |
   = thread: (0, 0, 0) of block (0, 0, 0)
   = help: a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`

warning[F0503]: infinity is first made here, of 1000000.0
  --> nonfinite_half.cu:15:14
   |
15 |     out[3] = __float2half(1e6f * __half2float(h[1])); //~ non-finite
   |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ made here
   |
   = thread: (0, 0, 0) of block (0, 0, 0)
   = help: a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`
*/
