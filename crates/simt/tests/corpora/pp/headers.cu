#include <cuda_runtime.h>
#include <cfloat>
#include "math_constants.h"
FLT_MAX INT_MAX M_PI CUDART_PI_F
#include <cudaruntime.h> //~ E0103 no header `cudaruntime.h` is known
#include <cudnn.h> //~ E0103 cuDNN
#include "mine.cuh" //~ E0104 there is no file `mine.cuh` beside this one
#include nothing //~ E0102 `#include` needs
DBL_EPSILON UINT32_MAX
#include <stdint.h>
UINT32_MAX
/* expect
3.40282346638528859812e+38F 2147483647 3.14159265358979323846 3.141592654f
2.22044604925031308085e-16 UINT32_MAX 4294967295u
*/
