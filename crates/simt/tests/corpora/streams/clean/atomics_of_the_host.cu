// As NVIDIA's systemWideAtomics: host and device change managed counters at the same time, each by atomics.
#include <cstdio>
__global__ void add(int *v, int times) {
    for (int i = 0; i < times; i++) {
        atomicAdd_system(&v[0], 10);
        atomicMax_system(&v[1], (int)threadIdx.x);
    }
}
int main() {
    int *v;
    cudaMallocManaged(&v, 3 * sizeof(int));
    v[0] = v[1] = v[2] = 0;
    add<<<1, 64>>>(v, 3);
    for (int i = 0; i < 5; i++) __sync_fetch_and_add(&v[0], 10);
    int old;
    do old = v[2];
    while (!__sync_bool_compare_and_swap(&v[2], old, 7));
    __atomic_store_n(&v[1], 80, __ATOMIC_RELAXED);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", v[0], v[1], v[2]);
    cudaFree(v);
}
