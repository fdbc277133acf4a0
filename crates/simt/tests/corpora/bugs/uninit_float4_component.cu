// Three of four components are set.
// buffer: a f32[128] = uninit
// buffer: out f32[32] = 0
// launch: set<<<1, 32>>>(a)
// launch: len<<<1, 32>>>(a, out)
__global__ void set(float* a) {
    for (int c = 0; c < 3; c++) a[4 * threadIdx.x + c] = c;
}
__global__ void len(const float4* a, float* out) {
    float4 v = a[threadIdx.x]; //~ uninitialised
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
/*~
error[F0105]: what is stored depends on `a[3]`, which was never written
  --> uninit_float4_component.cu:10:16
   |
10 |     float4 v = a[threadIdx.x]; //~ uninitialised
   |                ^^^^^^^^^^^^^^ 1. read here
11 |     out[threadIdx.x] = v.x + v.y + v.z + v.w;
   |     ---------------- 2. stored here
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): v.x = 0.0, v.y = 1.0, v.z = 2.0, v.w = -431602080.0 (what unwritten memory holds)
   = note: it happened 32 times
   = help: `cudaMalloc` does not clear memory: write before reading, or start from a known value
*/
