// Limits and the settings of memory pools are what they were set to; a pool counts what it has given.
#include <cstdio>
int main() {
    size_t limit;
    cudaDeviceGetLimit(&limit, cudaLimitStackSize);
    printf("%zu", limit);
    cudaDeviceSetLimit(cudaLimitStackSize, 4096);
    cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20);
    cudaDeviceGetLimit(&limit, cudaLimitStackSize);
    printf(" %zu", limit);
    cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize);
    printf(" %zu\n", limit);
    cudaFuncCache cache;
    cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);
    cudaDeviceGetCacheConfig(&cache);
    printf("%d\n", cache == cudaFuncCachePreferL1);

    cudaMemPool_t pool;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    unsigned long long keep = 1ull << 30, used = 1, most = 1, kept = 0, reserved = 0;
    int reuse = 0;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept);
    cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse);
    printf("%d %d\n", kept == keep, reuse);
    void *a, *b;
    cudaMallocAsync(&a, 1 << 20, 0);
    cudaMallocAsync(&b, 1 << 21, 0);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
    printf("%llu\n", used);
    cudaFreeAsync(a, 0);
    cudaStreamSynchronize(0);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &most);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved);
    printf("%llu %llu %d\n", used, most, reserved >= used);
    cudaFreeAsync(b, 0);
    cudaStreamSynchronize(0);
}
/* expect
1024 4096 4194304
1
1 1
3145728
2097152 3145728 1
*/
