// wanted: reduce<256>
// wanted: scale<8, float>
template <int N>
__global__ void reduce(const float* x, float* out) {
    __shared__ float s[N];
    s[threadIdx.x] = x[blockIdx.x * N + threadIdx.x];
    for (int stride = N / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        if (threadIdx.x < stride) s[threadIdx.x] += s[threadIdx.x + stride];
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
template <typename T> __device__ T twice(T x) { return x + x; }
template <typename T, int N = 4> __device__ T sum(const T (&a)[N]) {
    T s = T(0);
    for (int i = 0; i < N; ++i) s += a[i];
    return s;
}
template <int K, typename T>
__global__ void scale(T* x) {
    T part[K] = {};
    part[0] = twice(x[threadIdx.x]);
    x[threadIdx.x] = twice<T>(part[0]) + sum(part);
}
template <bool Last, class U> __global__ void unused(U* x) { nonsense(x, Last); }
