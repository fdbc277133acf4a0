// Attributes of streams, of pairs of devices and of managed memory; pools of one's own, which are all the device's.
// Next: cuda_more.h.
#pragma once
enum cudaAccessProperty { cudaAccessPropertyNormal = 0, cudaAccessPropertyStreaming = 1, cudaAccessPropertyPersisting = 2 };
enum cudaSynchronizationPolicy {
    cudaSyncPolicyAuto = 1,
    cudaSyncPolicySpin = 2,
    cudaSyncPolicyYield = 3,
    cudaSyncPolicyBlockingSync = 4
};
#define cudaStreamAttrID cudaLaunchAttributeID
#define cudaStreamAttrValue cudaLaunchAttributeValue
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributePriority cudaLaunchAttributePriority
// Hints about a cache that the machine has not got.
inline cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID which, const cudaLaunchAttributeValue *value) {
    return cudaSuccess;
}
inline cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID which, cudaLaunchAttributeValue *value) {
    *value = cudaLaunchAttributeValue();
    return cudaSuccess;
}
inline cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) { return cudaSuccess; }
inline cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) {
    *device = 0;
    return cudaSuccess;
}
inline cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
    *id = (unsigned long long)stream;
    return cudaSuccess;
}

enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1,
    cudaDevP2PAttrAccessSupported = 2,
    cudaDevP2PAttrNativeAtomicSupported = 3,
    cudaDevP2PAttrCudaArrayAccessSupported = 4
};
// There is one device, and it is no peer of itself.
inline cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr which, int from, int to) {
    *value = 0;
    return __simt_cuda_set_error(cudaErrorInvalidDevice);
}
inline cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) {
    *device = 0;
    return cudaSuccess;
}

enum cudaMemRangeAttribute {
    cudaMemRangeAttributeReadMostly = 1,
    cudaMemRangeAttributePreferredLocation = 2,
    cudaMemRangeAttributeAccessedBy = 3,
    cudaMemRangeAttributeLastPrefetchLocation = 4
};
inline cudaError_t cudaMemRangeGetAttribute(void *to, size_t room, cudaMemRangeAttribute which, const void *p, size_t bytes) {
    for (size_t i = 0; i + sizeof(int) <= room; i += sizeof(int))
        ((int *)to)[i / sizeof(int)] = which == cudaMemRangeAttributeReadMostly ? 0 : cudaInvalidDeviceId;
    return __simt_cuda_managed(p);
}

enum cudaMemAllocationType { cudaMemAllocationTypeInvalid = 0, cudaMemAllocationTypePinned = 1 };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone = 0, cudaMemHandleTypePosixFileDescriptor = 1 };
enum cudaMemAccessFlags { cudaMemAccessFlagsProtNone = 0, cudaMemAccessFlagsProtRead = 1, cudaMemAccessFlagsProtReadWrite = 3 };
struct cudaMemPoolProps {
    enum cudaMemAllocationType allocType;
    enum cudaMemAllocationHandleType handleTypes;
    struct cudaMemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
};
struct cudaMemAccessDesc {
    struct cudaMemLocation location;
    enum cudaMemAccessFlags flags;
};
inline cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *properties) {
    return cudaDeviceGetDefaultMemPool(pool, properties->location.id);
}
inline cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) { return cudaSuccess; }
inline cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *list, size_t count) { return cudaSuccess; }
inline cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t pool, cudaMemLocation *where) {
    *flags = cudaMemAccessFlagsProtReadWrite;
    return cudaSuccess;
}
template <class F>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, F kernel, int blocks, int threads) {
    const void *f = (const void *)kernel;
    int room = __simt_cuda_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) / (blocks > 0 ? blocks : 1);
    int taken = (int)__simt_cuda_func_property(f, 0) + __simt_cuda_attribute(cudaDevAttrReservedSharedMemoryPerBlock);
    int most = __simt_cuda_attribute(cudaDevAttrMaxSharedMemoryPerBlock);
    int left = room - taken;
    *bytes = left < 0 ? 0 : left < most ? left : most;
    return cudaSuccess;
}
