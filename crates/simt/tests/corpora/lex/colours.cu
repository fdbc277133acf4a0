#include <cuda_runtime.h>
#define N 1'024 // 变量
/* block
   comment */
__global__ void k(float4 *p, half h) {
  p[threadIdx.x].x += 1.5e-3f * __ldg("a\"b") + 'c' - R"x(raw " )x" ... @
}
/* expect
Preprocessor # Preprocessor include String <cuda_runtime.h>
Preprocessor # Preprocessor define Name N Number 1'024 Comment // 变量
Comment /* block
   comment */
Keyword __global__ Type void Name k Operator ( Type float4 Operator * Name p Operator , Name half Name h Operator ) Operator {
Name p Operator [ Builtin threadIdx Operator . Name x Operator ] Operator . Name x Operator += Number 1.5e-3f Operator *
Builtin __ldg Operator ( String "a\"b" Operator ) Operator + String 'c' Operator - String R"x(raw " )x" Operator ... Unknown @
Operator }
*/
