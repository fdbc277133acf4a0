// A struct given to a kernel arrives field by field.
// buffer: out f32[4] = 0
// launch: k<<<1, 4>>>(out, 2f, 3)
// expect: out[i] = 2 * i + 3
struct Line { float slope; int start; };
__global__ void k(float* out, Line line) { out[threadIdx.x] = line.slope * threadIdx.x + line.start; }
