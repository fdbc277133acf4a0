// `#ifdef __CUDA_ARCH__` among a function's statements: the host takes its branch, the device its own.
#include <cstdio>
#include <stdexcept>

__host__ __device__ void where() {
#if defined(__CUDA_ARCH__)
    printf("device %d\n", threadIdx.x);
#else
    printf("host\n");
#endif
}
template <class T> inline bool any(const T &e) {
#ifdef __CUDA_ARCH__
    printf("%d\n", threadIdx.x);
    return true;
#else
    printf("any of the host's\n");
    return e != 0;
#endif
}
__host__ __device__ int lane() {
#ifdef __CUDA_ARCH__
    int i = threadIdx.x, scale = 10;
#else
    int i = 7;
    const int scale = 100;
#endif
    int sum = i * scale;
    return sum + 1;
}
__device__ int only_device(int x) { return x + __popc(x); }
int only_host(int x) { return x - 1; }
__host__ __device__ int each(int x) {
    for (int i = 0; i < 2; i++) {
#if !defined(__CUDA_ARCH__)
        if (x < 0) throw std::runtime_error("less than nothing");
        x = only_host(x);
#elif __CUDA_ARCH__ >= 700
        x = only_device(x);
#else
#error "an old device"
#endif
    }
    return x;
}
struct Counter {
    int n;
    __host__ __device__ explicit Counter(int start) : n(start) {
#ifndef __CUDA_ARCH__
        n += 1000;
#endif
    }
    __host__ __device__ int up() const {
        int by = 1;
#ifdef __CUDA_ARCH__
#if __CUDA_ARCH__ >= 800
        by = 2;
#else
        by = 3;
#endif
#endif
        return n + by;
    }
};
__host__ __device__ inline float root(float x) {
    if (x < 0)
#ifdef __CUDA_ARCH__
        return -1;
#else
        return -2;
#endif
    return x;
}
__global__ void kernel(int *out) {
    where();
    out[0] = lane();
    out[1] = each(7);
    out[2] = Counter(5).up();
    out[3] = (int)root(-5.0f);
#ifdef __CUDA_ARCH__
    out[4] = 1;
#else
    out[4] = 2;
#endif
}

int main() {
    where();
    printf("%d\n", any(1));
    int *out;
    cudaMallocManaged(&out, 5 * sizeof(int));
    kernel<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("device: %d %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4]);
    printf("host: %d %d %d %d\n", lane(), each(7), Counter(5).up(), (int)root(-5.0f));
    try {
        each(-1);
    } catch (const std::runtime_error &e) {
        printf("%s\n", e.what());
    }
#ifdef __CUDA_ARCH__
    printf("main on the device?\n");
#else
    printf("main on the host\n");
#endif
    cudaFree(out);
}
/* expect
host
any of the host's
1
device 0
device: 1 12 7 -1 1
host: 701 5 1006 -2
less than nothing
main on the host
*/
