// What a device reaches when nothing is in the way: a copy of 16 bytes a thread, and multiply-adds in registers.

extern "C" __global__ void ceiling_copy(const float4* from, float4* to, long long n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        to[i] = from[i];
    }
}

// Eight chains keep the pipes full whatever an addition waits for; what comes out is stored so that it must be computed.
extern "C" __global__ void ceiling_multiply_add(float* out, int rounds) {
    float a[8];
    for (int k = 0; k < 8; k++) {
        a[k] = threadIdx.x * 0.001f + k;
    }
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int step = 0; step < 4; step++) {
#pragma unroll
            for (int k = 0; k < 8; k++) {
                a[k] = a[k] * 0.999f + 0.5f;
            }
        }
    }
    float sum = 0.0f;
    for (int k = 0; k < 8; k++) {
        sum += a[k];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
