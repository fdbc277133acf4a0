// The CUDA runtime's types: errors, attributes, flags, device properties. Numbers and names are CUDA's.
// No behaviour here; fields that CUDA 13 dropped (`clockRate` and its kin) stay, since programs still print them.
// Next: cuda_runtime.h, the functions.
#pragma once
#define __DRIVER_TYPES_H__

typedef enum cudaError {
    cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInitializationError,
    cudaErrorCudartUnloading, cudaErrorProfilerDisabled, cudaErrorProfilerNotInitialized,
    cudaErrorProfilerAlreadyStarted, cudaErrorProfilerAlreadyStopped, cudaErrorInvalidConfiguration,
    cudaErrorVersionTranslation, cudaErrorInvalidPitchValue = 12, cudaErrorInvalidSymbol,
    cudaErrorInvalidHostPointer = 16, cudaErrorInvalidDevicePointer, cudaErrorInvalidTexture,
    cudaErrorInvalidTextureBinding, cudaErrorInvalidChannelDescriptor, cudaErrorInvalidMemcpyDirection,
    cudaErrorAddressOfConstant, cudaErrorTextureFetchFailed, cudaErrorTextureNotBound, cudaErrorSynchronizationError,
    cudaErrorInvalidFilterSetting, cudaErrorInvalidNormSetting, cudaErrorMixedDeviceExecution,
    cudaErrorNotYetImplemented = 31, cudaErrorMemoryValueTooLarge, cudaErrorStubLibrary = 34,
    cudaErrorInsufficientDriver, cudaErrorCallRequiresNewerDriver, cudaErrorInvalidSurface,
    cudaErrorDuplicateVariableName = 43, cudaErrorDuplicateTextureName, cudaErrorDuplicateSurfaceName,
    cudaErrorDevicesUnavailable, cudaErrorIncompatibleDriverContext = 49, cudaErrorMissingConfiguration = 52,
    cudaErrorPriorLaunchFailure, cudaErrorLaunchMaxDepthExceeded = 65, cudaErrorLaunchFileScopedTex,
    cudaErrorLaunchFileScopedSurf, cudaErrorSyncDepthExceeded, cudaErrorLaunchPendingCountExceeded,
    cudaErrorInvalidDeviceFunction = 98, cudaErrorNoDevice = 100, cudaErrorInvalidDevice, cudaErrorDeviceNotLicensed,
    cudaErrorSoftwareValidityNotEstablished, cudaErrorStartupFailure = 127, cudaErrorInvalidKernelImage = 200,
    cudaErrorDeviceUninitialized, cudaErrorMapBufferObjectFailed = 205, cudaErrorUnmapBufferObjectFailed,
    cudaErrorArrayIsMapped, cudaErrorAlreadyMapped, cudaErrorNoKernelImageForDevice, cudaErrorAlreadyAcquired,
    cudaErrorNotMapped, cudaErrorNotMappedAsArray, cudaErrorNotMappedAsPointer, cudaErrorECCUncorrectable,
    cudaErrorUnsupportedLimit, cudaErrorDeviceAlreadyInUse, cudaErrorPeerAccessUnsupported, cudaErrorInvalidPtx,
    cudaErrorInvalidGraphicsContext, cudaErrorNvlinkUncorrectable, cudaErrorJitCompilerNotFound,
    cudaErrorUnsupportedPtxVersion, cudaErrorJitCompilationDisabled, cudaErrorUnsupportedExecAffinity,
    cudaErrorUnsupportedDevSideSync, cudaErrorContained, cudaErrorInsufficientLoaderVersion,
    cudaErrorInvalidSource = 300, cudaErrorFileNotFound, cudaErrorSharedObjectSymbolNotFound,
    cudaErrorSharedObjectInitFailed, cudaErrorOperatingSystem, cudaErrorInvalidResourceHandle = 400,
    cudaErrorIllegalState, cudaErrorLossyQuery, cudaErrorSymbolNotFound = 500, cudaErrorNotReady = 600,
    cudaErrorIllegalAddress = 700, cudaErrorLaunchOutOfResources, cudaErrorLaunchTimeout,
    cudaErrorLaunchIncompatibleTexturing, cudaErrorPeerAccessAlreadyEnabled, cudaErrorPeerAccessNotEnabled,
    cudaErrorSetOnActiveProcess = 708, cudaErrorContextIsDestroyed, cudaErrorAssert, cudaErrorTooManyPeers,
    cudaErrorHostMemoryAlreadyRegistered, cudaErrorHostMemoryNotRegistered, cudaErrorHardwareStackError,
    cudaErrorIllegalInstruction, cudaErrorMisalignedAddress, cudaErrorInvalidAddressSpace, cudaErrorInvalidPc,
    cudaErrorLaunchFailure, cudaErrorCooperativeLaunchTooLarge, cudaErrorTensorMemoryLeak,
    cudaErrorNotPermitted = 800, cudaErrorNotSupported, cudaErrorSystemNotReady, cudaErrorSystemDriverMismatch,
    cudaErrorCompatNotSupportedOnDevice, cudaErrorMpsConnectionFailed, cudaErrorMpsRpcFailure,
    cudaErrorMpsServerNotReady, cudaErrorMpsMaxClientsReached, cudaErrorMpsMaxConnectionsReached,
    cudaErrorMpsClientTerminated, cudaErrorCdpNotSupported, cudaErrorCdpVersionMismatch,
    cudaErrorStreamCaptureUnsupported = 900, cudaErrorStreamCaptureInvalidated, cudaErrorStreamCaptureMerge,
    cudaErrorStreamCaptureUnmatched, cudaErrorStreamCaptureUnjoined, cudaErrorStreamCaptureIsolation,
    cudaErrorStreamCaptureImplicit, cudaErrorCapturedEvent, cudaErrorStreamCaptureWrongThread, cudaErrorTimeout,
    cudaErrorGraphExecUpdateFailure, cudaErrorExternalDevice, cudaErrorInvalidClusterSize,
    cudaErrorFunctionNotLoaded, cudaErrorInvalidResourceType, cudaErrorInvalidResourceConfiguration,
    cudaErrorStreamDetached = 917, cudaErrorGraphRecaptureFailure, cudaErrorFabricNotReady, cudaErrorUnknown = 999, cudaErrorApiFailureBase = 10000,
} cudaError_t;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault
};

enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ,
    cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ, cudaDevAttrMaxSharedMemoryPerBlock,
    cudaDevAttrTotalConstantMemory, cudaDevAttrWarpSize, cudaDevAttrMaxPitch, cudaDevAttrMaxRegistersPerBlock,
    cudaDevAttrClockRate, cudaDevAttrTextureAlignment, cudaDevAttrGpuOverlap, cudaDevAttrMultiProcessorCount,
    cudaDevAttrKernelExecTimeout, cudaDevAttrIntegrated, cudaDevAttrCanMapHostMemory, cudaDevAttrComputeMode,
    cudaDevAttrMaxTexture1DWidth, cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxTexture2DHeight,
    cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxTexture3DHeight, cudaDevAttrMaxTexture3DDepth,
    cudaDevAttrMaxTexture2DLayeredWidth, cudaDevAttrMaxTexture2DLayeredHeight, cudaDevAttrMaxTexture2DLayeredLayers,
    cudaDevAttrSurfaceAlignment, cudaDevAttrConcurrentKernels, cudaDevAttrEccEnabled, cudaDevAttrPciBusId,
    cudaDevAttrPciDeviceId, cudaDevAttrTccDriver, cudaDevAttrMemoryClockRate, cudaDevAttrGlobalMemoryBusWidth,
    cudaDevAttrL2CacheSize, cudaDevAttrMaxThreadsPerMultiProcessor, cudaDevAttrAsyncEngineCount,
    cudaDevAttrUnifiedAddressing, cudaDevAttrMaxTexture1DLayeredWidth, cudaDevAttrMaxTexture1DLayeredLayers,
    cudaDevAttrMaxTexture2DGatherWidth = 45, cudaDevAttrMaxTexture2DGatherHeight, cudaDevAttrMaxTexture3DWidthAlt,
    cudaDevAttrMaxTexture3DHeightAlt, cudaDevAttrMaxTexture3DDepthAlt, cudaDevAttrPciDomainId,
    cudaDevAttrTexturePitchAlignment, cudaDevAttrMaxTextureCubemapWidth, cudaDevAttrMaxTextureCubemapLayeredWidth,
    cudaDevAttrMaxTextureCubemapLayeredLayers, cudaDevAttrMaxSurface1DWidth, cudaDevAttrMaxSurface2DWidth,
    cudaDevAttrMaxSurface2DHeight, cudaDevAttrMaxSurface3DWidth, cudaDevAttrMaxSurface3DHeight,
    cudaDevAttrMaxSurface3DDepth, cudaDevAttrMaxSurface1DLayeredWidth, cudaDevAttrMaxSurface1DLayeredLayers,
    cudaDevAttrMaxSurface2DLayeredWidth, cudaDevAttrMaxSurface2DLayeredHeight, cudaDevAttrMaxSurface2DLayeredLayers,
    cudaDevAttrMaxSurfaceCubemapWidth, cudaDevAttrMaxSurfaceCubemapLayeredWidth,
    cudaDevAttrMaxSurfaceCubemapLayeredLayers, cudaDevAttrMaxTexture1DLinearWidth,
    cudaDevAttrMaxTexture2DLinearWidth, cudaDevAttrMaxTexture2DLinearHeight, cudaDevAttrMaxTexture2DLinearPitch,
    cudaDevAttrMaxTexture2DMipmappedWidth, cudaDevAttrMaxTexture2DMipmappedHeight, cudaDevAttrComputeCapabilityMajor,
    cudaDevAttrComputeCapabilityMinor, cudaDevAttrMaxTexture1DMipmappedWidth, cudaDevAttrStreamPrioritiesSupported,
    cudaDevAttrGlobalL1CacheSupported, cudaDevAttrLocalL1CacheSupported, cudaDevAttrMaxSharedMemoryPerMultiprocessor,
    cudaDevAttrMaxRegistersPerMultiprocessor, cudaDevAttrManagedMemory, cudaDevAttrIsMultiGpuBoard,
    cudaDevAttrMultiGpuBoardGroupID, cudaDevAttrHostNativeAtomicSupported,
    cudaDevAttrSingleToDoublePrecisionPerfRatio, cudaDevAttrPageableMemoryAccess, cudaDevAttrConcurrentManagedAccess,
    cudaDevAttrComputePreemptionSupported, cudaDevAttrCanUseHostPointerForRegisteredMem,
    cudaDevAttrCooperativeLaunch = 95, cudaDevAttrMaxSharedMemoryPerBlockOptin = 97, cudaDevAttrCanFlushRemoteWrites,
    cudaDevAttrHostRegisterSupported, cudaDevAttrPageableMemoryAccessUsesHostPageTables,
    cudaDevAttrDirectManagedMemAccessFromHost, cudaDevAttrMaxBlocksPerMultiprocessor = 106,
    cudaDevAttrMaxPersistingL2CacheSize = 108, cudaDevAttrMaxAccessPolicyWindowSize,
    cudaDevAttrReservedSharedMemoryPerBlock = 111, cudaDevAttrSparseCudaArraySupported,
    cudaDevAttrHostRegisterReadOnlySupported, cudaDevAttrTimelineSemaphoreInteropSupported,
    cudaDevAttrMemoryPoolsSupported, cudaDevAttrGPUDirectRDMASupported, cudaDevAttrGPUDirectRDMAFlushWritesOptions,
    cudaDevAttrGPUDirectRDMAWritesOrdering, cudaDevAttrMemoryPoolSupportedHandleTypes, cudaDevAttrClusterLaunch,
    cudaDevAttrDeferredMappingCudaArraySupported, cudaDevAttrIpcEventSupport = 125, cudaDevAttrMemSyncDomainCount,
};

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout,
    cudaFuncAttributeClusterDimMustBeSet, cudaFuncAttributeRequiredClusterWidth,
    cudaFuncAttributeRequiredClusterHeight, cudaFuncAttributeRequiredClusterDepth,
    cudaFuncAttributeNonPortableClusterSizeAllowed, cudaFuncAttributeClusterSchedulingPolicyPreference
};
enum cudaLimit {
    cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth,
    cudaLimitDevRuntimePendingLaunchCount, cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize
};
enum cudaFuncCache {
    cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte
};
enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxL1 = 0, cudaSharedmemCarveoutMaxShared = 100
};
enum cudaComputeMode {
    cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited, cudaComputeModeExclusiveProcess
};
enum cudaMemoryType {
    cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged
};
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation,
    cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy
};
enum cudaMemLocationType {
    cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost, cudaMemLocationTypeHostNuma,
    cudaMemLocationTypeHostNumaCurrent
};
enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive, cudaStreamCaptureStatusInvalidated
};
typedef enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore, cudaLaunchAttributeAccessPolicyWindow, cudaLaunchAttributeCooperative,
    cudaLaunchAttributeSynchronizationPolicy, cudaLaunchAttributeClusterDimension,
    cudaLaunchAttributeClusterSchedulingPolicyPreference, cudaLaunchAttributeProgrammaticStreamSerialization,
    cudaLaunchAttributeProgrammaticEvent, cudaLaunchAttributePriority
} cudaLaunchAttributeID;
enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic,
    cudaMemPoolReuseAllowInternalDependencies, cudaMemPoolAttrReleaseThreshold, cudaMemPoolAttrReservedMemCurrent,
    cudaMemPoolAttrReservedMemHigh, cudaMemPoolAttrUsedMemCurrent, cudaMemPoolAttrUsedMemHigh
};

#define cudaHostAllocDefault 0x00
#define cudaHostAllocPortable 0x01
#define cudaHostAllocMapped 0x02
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped 0x02
#define cudaHostRegisterIoMemory 0x04
#define cudaHostRegisterReadOnly 0x08
#define cudaPeerAccessDefault 0x00
#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)
#define cudaEventDefault 0x00
#define cudaEventBlockingSync 0x01
#define cudaEventDisableTiming 0x02
#define cudaEventInterprocess 0x04
#define cudaEventRecordDefault 0x00
#define cudaEventWaitDefault 0x00
#define cudaDeviceScheduleAuto 0x00
#define cudaDeviceScheduleSpin 0x01
#define cudaDeviceScheduleYield 0x02
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceBlockingSync 0x04
#define cudaDeviceMapHost 0x08
#define cudaDeviceLmemResizeToMax 0x10
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaMemAttachSingle 0x04
#define cudaOccupancyDefault 0x00
#define cudaOccupancyDisableCachingOverride 0x01
#define cudaCpuDeviceId ((int)-1)
#define cudaInvalidDeviceId ((int)-2)

typedef struct CUstream_st { int priority; unsigned int flags; } *cudaStream_t;
typedef struct CUevent_st { double at; int recorded; unsigned int flags; } *cudaEvent_t;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef void (*cudaHostFn_t)(void *data);
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *data);
typedef struct CUuuid_st { char bytes[16]; } CUuuid;
typedef CUuuid cudaUUID_t;

struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    char luid[8];
    unsigned int luidDeviceNodeMask;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
    int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DMipmap[2];
    int maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap;
    int maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemapLayered[2];
    int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3];
    int maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount;
    int unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
    int maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported;
    int singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess;
    int computePreemptionSupported, canUseHostPointerForRegisteredMem, cooperativeLaunch;
    int cooperativeMultiDeviceLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor;
    int accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
    int hostRegisterSupported, sparseCudaArraySupported, hostRegisterReadOnlySupported;
    int timelineSemaphoreInteropSupported, memoryPoolsSupported, gpuDirectRDMASupported;
    unsigned int gpuDirectRDMAFlushWritesOptions;
    int gpuDirectRDMAWritesOrdering;
    unsigned int memoryPoolSupportedHandleTypes;
    int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers;
};

struct cudaPointerAttributes { enum cudaMemoryType type; int device; void *devicePointer, *hostPointer; };
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes;
    int preferredShmemCarveout, clusterDimMustBeSet, requiredClusterWidth, requiredClusterHeight;
    int requiredClusterDepth, clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed;
};
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct cudaMemcpy3DParms {
    void *srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    void *dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent;
    enum cudaMemcpyKind kind;
};
struct cudaMemLocation { enum cudaMemLocationType type; int id; };
struct cudaAccessPolicyWindow { void *base_ptr; size_t num_bytes; float hitRatio; int hitProp, missProp; };
typedef union cudaLaunchAttributeValue {
    int cooperative, priority, programmaticStreamSerializationAllowed;
    struct { unsigned int x, y, z; } clusterDim;
    struct cudaAccessPolicyWindow accessPolicyWindow;
} cudaLaunchAttributeValue;
typedef struct cudaLaunchAttribute_st { cudaLaunchAttributeID id; cudaLaunchAttributeValue val; } cudaLaunchAttribute;
typedef struct cudaLaunchConfig_st {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned int numAttrs;
} cudaLaunchConfig_t;
