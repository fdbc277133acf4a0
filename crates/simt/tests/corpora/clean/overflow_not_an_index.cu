// What wraps here is no index: a hash through a mask and a remainder, a wide product, an index that the guard keeps from use, and
// one that is computed again before it is used.
// buffer: in f32[64] = 1
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(in, out, 65536)
__global__ void k(const float* in, float* out, int n) {
    unsigned hash = threadIdx.x * 2654435761u;
    float sum = in[hash % 64] + in[hash >> 26] + in[(hash * 31u) & 63];
    long long wide = (long long)n * n;
    sum += in[wide % 64];
    int far = n * n + threadIdx.x;
    if (wide < 64)
        sum += in[far];
    int at = n * n;
    at = threadIdx.x * 2;
    sum += in[at];
    out[threadIdx.x] = sum;
}
