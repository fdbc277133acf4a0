// Templates that `operator()` is, a `dim3` from an index, iterators with more types, and the atomic built-ins of CUDA 12.8.
#include <cstdio>
#include <thrust/iterator/constant_iterator.h>

__device__ int total(dim3 extent) { return extent.x + extent.y * extent.z; }

__global__ void places(int *o) {
    dim3 block;
    block = blockIdx;
    o[0] = block.x + 10 * block.y + 100 * block.z;
    o[1] = total(threadIdx);
}

__global__ void atomics(unsigned *p) {
    unsigned seen = __nv_atomic_load_n(p, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    bool done = __nv_atomic_compare_exchange_n(p, &seen, seen + 5, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED,
                                               __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_add(p, 2u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_max(p + 1, done ? 9u : 1u, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_store_n(p + 2, __nv_atomic_exchange_n(p + 1, 4u, __NV_ATOMIC_ACQ_REL), __NV_ATOMIC_SEQ_CST);
}

int main() {
    auto show = [&]<bool A, int B>() { printf("%d %d\n", A, B); };
    show.operator()<true, 3>();
    if (1) show.operator()<false, 4>();
    thrust::constant_iterator<int, int> seven(7);
    printf("%d\n", seven[3]);

    int *o;
    cudaMallocManaged(&o, 2 * sizeof(int));
    dim3 grid;
    grid = make_uint3(3, 1, 2);
    places<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf("%d %d %u %u\n", o[0], o[1], grid.x, grid.z);
    cudaFree(o);

    unsigned *p;
    cudaMallocManaged(&p, 3 * sizeof(unsigned));
    p[0] = 1, p[1] = p[2] = 0;
    atomics<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%u %u %u\n", p[0], p[1], p[2]);
    cudaFree(p);
}
/* expect
1 3
0 4
7
0 0 3 2
8 4 9
*/
