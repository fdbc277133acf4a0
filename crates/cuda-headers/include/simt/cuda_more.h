// The longer functions of the runtime: properties, occupancy, advice and pools.
// Next: cuda_runtime.h, which includes it.
#pragma once

inline int __simt_cuda_attribute(cudaDeviceAttr attribute) {
    long long value = __simt_cuda_device_property((int)attribute);
    return value < 0 ? 0 : (int)value;
}

inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device) {
    if (device != 0) return __simt_cuda_device(device);
    *p = cudaDeviceProp();
    __simt_cuda_device_name(p->name, sizeof(p->name));
    p->totalGlobalMem = (size_t)__simt_cuda_device_property(1000);
#define SIMT_ATTRIBUTE(field, name) p->field = __simt_cuda_attribute(cudaDevAttr##name);
    SIMT_ATTRIBUTE(sharedMemPerBlock, MaxSharedMemoryPerBlock)
    SIMT_ATTRIBUTE(regsPerBlock, MaxRegistersPerBlock)
    SIMT_ATTRIBUTE(warpSize, WarpSize)
    SIMT_ATTRIBUTE(memPitch, MaxPitch)
    SIMT_ATTRIBUTE(maxThreadsPerBlock, MaxThreadsPerBlock)
    SIMT_ATTRIBUTE(maxThreadsDim[0], MaxBlockDimX)
    SIMT_ATTRIBUTE(maxThreadsDim[1], MaxBlockDimY)
    SIMT_ATTRIBUTE(maxThreadsDim[2], MaxBlockDimZ)
    SIMT_ATTRIBUTE(maxGridSize[0], MaxGridDimX)
    SIMT_ATTRIBUTE(maxGridSize[1], MaxGridDimY)
    SIMT_ATTRIBUTE(maxGridSize[2], MaxGridDimZ)
    SIMT_ATTRIBUTE(clockRate, ClockRate)
    SIMT_ATTRIBUTE(totalConstMem, TotalConstantMemory)
    SIMT_ATTRIBUTE(major, ComputeCapabilityMajor)
    SIMT_ATTRIBUTE(minor, ComputeCapabilityMinor)
    SIMT_ATTRIBUTE(textureAlignment, TextureAlignment)
    SIMT_ATTRIBUTE(texturePitchAlignment, TexturePitchAlignment)
    SIMT_ATTRIBUTE(deviceOverlap, GpuOverlap)
    SIMT_ATTRIBUTE(multiProcessorCount, MultiProcessorCount)
    SIMT_ATTRIBUTE(kernelExecTimeoutEnabled, KernelExecTimeout)
    SIMT_ATTRIBUTE(integrated, Integrated)
    SIMT_ATTRIBUTE(canMapHostMemory, CanMapHostMemory)
    SIMT_ATTRIBUTE(computeMode, ComputeMode)
    SIMT_ATTRIBUTE(concurrentKernels, ConcurrentKernels)
    SIMT_ATTRIBUTE(ECCEnabled, EccEnabled)
    SIMT_ATTRIBUTE(pciBusID, PciBusId)
    SIMT_ATTRIBUTE(pciDeviceID, PciDeviceId)
    SIMT_ATTRIBUTE(asyncEngineCount, AsyncEngineCount)
    SIMT_ATTRIBUTE(unifiedAddressing, UnifiedAddressing)
    SIMT_ATTRIBUTE(memoryClockRate, MemoryClockRate)
    SIMT_ATTRIBUTE(memoryBusWidth, GlobalMemoryBusWidth)
    SIMT_ATTRIBUTE(l2CacheSize, L2CacheSize)
    SIMT_ATTRIBUTE(persistingL2CacheMaxSize, MaxPersistingL2CacheSize)
    SIMT_ATTRIBUTE(maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor)
    SIMT_ATTRIBUTE(streamPrioritiesSupported, StreamPrioritiesSupported)
    SIMT_ATTRIBUTE(globalL1CacheSupported, GlobalL1CacheSupported)
    SIMT_ATTRIBUTE(localL1CacheSupported, LocalL1CacheSupported)
    SIMT_ATTRIBUTE(sharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor)
    SIMT_ATTRIBUTE(regsPerMultiprocessor, MaxRegistersPerMultiprocessor)
    SIMT_ATTRIBUTE(managedMemory, ManagedMemory)
    SIMT_ATTRIBUTE(singleToDoublePrecisionPerfRatio, SingleToDoublePrecisionPerfRatio)
    SIMT_ATTRIBUTE(pageableMemoryAccess, PageableMemoryAccess)
    SIMT_ATTRIBUTE(concurrentManagedAccess, ConcurrentManagedAccess)
    SIMT_ATTRIBUTE(computePreemptionSupported, ComputePreemptionSupported)
    SIMT_ATTRIBUTE(cooperativeLaunch, CooperativeLaunch)
    SIMT_ATTRIBUTE(sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin)
    SIMT_ATTRIBUTE(maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor)
    SIMT_ATTRIBUTE(reservedSharedMemPerBlock, ReservedSharedMemoryPerBlock)
    SIMT_ATTRIBUTE(hostRegisterSupported, HostRegisterSupported)
    SIMT_ATTRIBUTE(memoryPoolsSupported, MemoryPoolsSupported)
#undef SIMT_ATTRIBUTE
    return cudaSuccess;
}
// The name that CUDA 12 has behind it.
inline cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp *p, int device) { return cudaGetDeviceProperties(p, device); }
inline cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *wish) { return cudaGetDevice(device); }
inline cudaError_t cudaDeviceGetPCIBusId(char *to, int room, int device) {
    const char *text = "0000:00:00.0";
    for (int i = 0; i < room; i++) {
        to[i] = text[i];
        if (!text[i]) break;
    }
    return __simt_cuda_device(device);
}

// ---- what a kernel takes, and how many blocks fit ----
template <class F> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, F kernel) {
    const void *f = (const void *)kernel;
    if (__simt_cuda_func_property(f, 3) < 0) return __simt_cuda_set_error(cudaErrorInvalidDeviceFunction);
    *a = cudaFuncAttributes();
    a->sharedSizeBytes = (size_t)__simt_cuda_func_property(f, 0);
    a->constSizeBytes = (size_t)__simt_cuda_func_property(f, 1);
    a->localSizeBytes = (size_t)__simt_cuda_func_property(f, 2);
    a->maxThreadsPerBlock = (int)__simt_cuda_func_property(f, 3);
    a->numRegs = (int)__simt_cuda_func_property(f, 4);
    a->ptxVersion = a->binaryVersion = 10 * __simt_cuda_attribute(cudaDevAttrComputeCapabilityMajor) +
                                       __simt_cuda_attribute(cudaDevAttrComputeCapabilityMinor);
    a->maxDynamicSharedSizeBytes = (int)__simt_cuda_func_property(f, 8);
    a->preferredShmemCarveout = -1;
    return cudaSuccess;
}
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F kernel, int threads, size_t shared) {
    const void *f = (const void *)kernel;
    if (__simt_cuda_func_property(f, 3) < 0) return __simt_cuda_set_error(cudaErrorInvalidDeviceFunction);
    *blocks = __simt_cuda_occupancy(f, threads, shared);
    return cudaSuccess;
}
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, F kernel, int threads, size_t shared,
                                                                   unsigned int flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared);
}
template <class F, class S>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, F kernel, S shared_of,
                                                           int limit = 0) {
    const void *f = (const void *)kernel;
    int most = (int)__simt_cuda_func_property(f, 3);
    if (most < 0) return __simt_cuda_set_error(cudaErrorInvalidDeviceFunction);
    if (limit > 0 && limit < most) most = limit;
    int best = 0, best_blocks = 0, best_threads = 0;
    for (int threads = (most + 31) / 32 * 32; threads > 0; threads -= 32) {
        int size = threads < most ? threads : most;
        int blocks = __simt_cuda_occupancy(f, size, shared_of(size));
        if (blocks * size > best) {
            best = blocks * size;
            best_blocks = blocks;
            best_threads = size;
        }
    }
    *block = best_threads;
    *grid = best_blocks * __simt_cuda_attribute(cudaDevAttrMultiProcessorCount);
    return cudaSuccess;
}
template <class F, class S>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid, int *block, F kernel, S shared_of,
                                                                    int limit = 0, unsigned int flags = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, shared_of, limit);
}
struct __simt_same_shared {
    size_t bytes;
    size_t operator()(int) const { return bytes; }
};
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F kernel, size_t shared = 0, int limit = 0) {
    __simt_same_shared same = {shared};
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, same, limit);
}

// ---- managed, pinned and pooled memory ----
inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *a, const void *p) {
    a->type = (cudaMemoryType)__simt_cuda_pointer_kind(p);
    a->device = a->type == cudaMemoryTypeUnregistered ? -2 : 0;
    a->devicePointer = a->type == cudaMemoryTypeUnregistered ? 0 : (void *)p;
    a->hostPointer = a->type == cudaMemoryTypeHost || a->type == cudaMemoryTypeManaged ? (void *)p : 0;
    return cudaSuccess;
}
inline cudaError_t __simt_cuda_managed(const void *p) {
    return __simt_cuda_pointer_kind(p) == cudaMemoryTypeManaged ? cudaSuccess
                                                                : __simt_cuda_set_error(cudaErrorInvalidValue);
}
inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes, int device, cudaStream_t stream = 0) {
    return __simt_cuda_managed(p);
}
inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes, cudaMemLocation where, unsigned int flags,
                                        cudaStream_t stream = 0) {
    return __simt_cuda_managed(p);
}
inline cudaError_t cudaMemAdvise(const void *p, size_t bytes, cudaMemoryAdvise advice, int device) {
    return __simt_cuda_managed(p);
}
inline cudaError_t cudaMemAdvise(const void *p, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation where) {
    return __simt_cuda_managed(p);
}
template <class T> cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
    *device = (T *)host;
    return cudaSuccess;
}
inline cudaError_t cudaHostGetFlags(unsigned int *flags, void *host) {
    *flags = 0;
    return cudaSuccess;
}
inline cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned int flags) {
    return __simt_cuda_host_register(p, bytes);
}
inline cudaError_t cudaHostUnregister(void *p) { return __simt_cuda_host_register(p, 0); }
inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    *pool = 0;
    return __simt_cuda_device(device);
}
inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    return cudaDeviceGetDefaultMemPool(pool, device);
}
inline cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) { return __simt_cuda_device(device); }
// What may be reused, and how much is kept. The first three are `int`.
inline int __simt_pool_reuse[4] = {1, 1, 1, 1};
inline unsigned long long __simt_pool_kept = 0;
inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
    if (attribute < cudaMemPoolAttrReleaseThreshold) __simt_pool_reuse[(int)attribute % 4] = *(int *)value;
    else if (attribute == cudaMemPoolAttrReleaseThreshold) __simt_pool_kept = *(unsigned long long *)value;
    else if (attribute == cudaMemPoolAttrUsedMemHigh) __simt_pool_used_most = __simt_pool_used;
    return cudaSuccess;
}
// The pool takes memory from the device by 32 MiB.
inline unsigned long long __simt_pool_reserves(unsigned long long used) { return (used + 0x1ffffff) & ~0x1ffffffull; }
inline cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
    unsigned long long most = __simt_pool_reserves(__simt_pool_used_most), now = __simt_pool_reserves(__simt_pool_used);
    unsigned long long *to = (unsigned long long *)value;
    if (attribute < cudaMemPoolAttrReleaseThreshold) *(int *)value = __simt_pool_reuse[(int)attribute % 4];
    else if (attribute == cudaMemPoolAttrReleaseThreshold) *to = __simt_pool_kept;
    else if (attribute == cudaMemPoolAttrUsedMemCurrent) *to = __simt_pool_used;
    else if (attribute == cudaMemPoolAttrUsedMemHigh) *to = __simt_pool_used_most;
    else if (attribute == cudaMemPoolAttrReservedMemHigh) *to = most;
    else *to = now > __simt_pool_kept ? now : most < __simt_pool_kept ? most : __simt_pool_reserves(__simt_pool_kept);
    return cudaSuccess;
}
inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes) { return cudaSuccess; }
inline cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }
#include <simt/cuda_attributes.h>
