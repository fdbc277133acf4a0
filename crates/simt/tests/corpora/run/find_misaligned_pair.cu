// A pair of halves is one access of four bytes, which an odd half does not begin.
// buffer: h u16[66] = i
// launch: k<<<1, 32>>>(h)
#include <cuda_fp16.h>
__global__ void k(__half* h) {
    *(__half2*)(h + 1 + 2 * threadIdx.x) = __half2(h[0], h[0]); //~ misaligned
}
