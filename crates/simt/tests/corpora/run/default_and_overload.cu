// buffer: out f32[4] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 3; 4; 1.5; 7
__device__ int f(int a, int b = 2) { return a + b; }
__device__ float f(float a) { return a / 2; }
namespace inner {
__device__ int g() { return 7; }
}
__global__ void k(float* out) {
    out[0] = f(1);
    out[1] = f(1, 3);
    out[2] = f(3.0f);
    out[3] = inner::g();
}
