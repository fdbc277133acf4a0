// buffer: out f32[8] = 0
// launch: k<<<1, 8>>>(out)
// expect: out = 1; 2.5; 4; 8; 1; 2.5; 4; 8
__constant__ float table[4] = {1.0f, 2.5f, 4.0f, 8.0f};
__global__ void k(float* out) { out[threadIdx.x] = table[threadIdx.x % 4]; }
