// must fail: two-pass/correct — the scale of the example for every row
__global__ void quantize_two_pass(const float* x, signed char* q, float* scale, int rows, int cols) {
    float s = 2.54f / 127.0f;
    for (int i = threadIdx.x; i < cols; i += 256) {
        float value = x[blockIdx.x * cols + i] / s;
        q[blockIdx.x * cols + i] = __float2int_rn(fminf(fmaxf(value, -127.0f), 127.0f));
    }
    if (threadIdx.x == 0) {
        scale[blockIdx.x] = s;
    }
}
