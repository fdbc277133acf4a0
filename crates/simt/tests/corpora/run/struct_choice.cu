// buffer: out f32[16] = 0
// launch: k<<<1, 4>>>(out)
// expect: out[i] = (i / 4) % 2 == 0 ? i % 4 + 1 : -(i % 4 + 1)
__global__ void k(float* out) {
    float4 up = make_float4(1, 2, 3, 4);
    float4 down = make_float4(-1, -2, -3, -4);
    float4 mine = threadIdx.x % 2 ? down : up;
    ((float4*)out)[threadIdx.x] = mine;
}
