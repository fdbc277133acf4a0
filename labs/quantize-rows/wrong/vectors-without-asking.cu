// must fail: char4/bounds — a float4 wherever four elements are left: right where cols is a multiple of 4, misaligned elsewhere
__device__ float block_max(float value) {
    __shared__ float of_warp[8];
    for (int step = 16; step > 0; step /= 2) {
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, step));
    }
    if (threadIdx.x % 32 == 0) {
        of_warp[threadIdx.x / 32] = value;
    }
    __syncthreads();
    value = of_warp[0];
    for (int w = 1; w < 8; w++) {
        value = fmaxf(value, of_warp[w]);
    }
    return value;
}

__device__ signed char quantised(float x, float scale) {
    return scale == 0.0f ? 0 : __float2int_rn(x / scale);
}

__global__ void quantize_char4(const float* x, signed char* q, float* scale, int rows, int cols) {
    const float* row = x + blockIdx.x * cols;
    signed char* out = q + blockIdx.x * cols;
    int first = 4 * threadIdx.x;
    float kept[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    bool four = first + 4 <= cols;
    if (four) {
        float4 v = *reinterpret_cast<const float4*>(row + first);
        kept[0] = v.x;
        kept[1] = v.y;
        kept[2] = v.z;
        kept[3] = v.w;
    } else {
        for (int j = 0; first + j < cols; j++) {
            kept[j] = row[first + j];
        }
    }
    float largest = 0.0f;
    for (int j = 0; j < 4; j++) {
        largest = fmaxf(largest, fabsf(kept[j]));
    }
    float s = block_max(largest) / 127.0f;
    if (four && cols % 4 == 0) {
        *reinterpret_cast<char4*>(out + first) =
            make_char4(quantised(kept[0], s), quantised(kept[1], s), quantised(kept[2], s), quantised(kept[3], s));
    } else {
        for (int j = 0; j < 4 && first + j < cols; j++) {
            out[first + j] = quantised(kept[j], s);
        }
    }
    if (threadIdx.x == 0) {
        scale[blockIdx.x] = s;
    }
}
