//! The CUDA runtime's errors: number in, name and sentence out.
//! The rule: numbers, names and sentences are CUDA's own, since programs print them; a number that CUDA does not know
//! has CUDA's answer for that.
//! Next: sys.rs for the calls that return them.

/// Number, name without `cuda`, sentence.
#[rustfmt::skip]
const TABLE: &[(i32, &str, &str)] = &[
    (0, "Success", "no error"),
    (1, "ErrorInvalidValue", "invalid argument"),
    (2, "ErrorMemoryAllocation", "out of memory"),
    (3, "ErrorInitializationError", "initialization error"),
    (4, "ErrorCudartUnloading", "driver shutting down"),
    (5, "ErrorProfilerDisabled", "profiler disabled while using external profiling tool"),
    (6, "ErrorProfilerNotInitialized", "profiler not initialized: call cudaProfilerInitialize()"),
    (7, "ErrorProfilerAlreadyStarted", "profiler already started"),
    (8, "ErrorProfilerAlreadyStopped", "profiler already stopped"),
    (9, "ErrorInvalidConfiguration", "invalid configuration argument"),
    (10, "ErrorVersionTranslation", "Driver is newer than runtime and returned parameters the runtime cannot process"),
    (12, "ErrorInvalidPitchValue", "invalid pitch argument"),
    (13, "ErrorInvalidSymbol", "invalid device symbol"),
    (16, "ErrorInvalidHostPointer", "invalid host pointer"),
    (17, "ErrorInvalidDevicePointer", "invalid device pointer"),
    (18, "ErrorInvalidTexture", "invalid texture reference"),
    (19, "ErrorInvalidTextureBinding", "texture is not bound to a pointer"),
    (20, "ErrorInvalidChannelDescriptor", "invalid channel descriptor"),
    (21, "ErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"),
    (22, "ErrorAddressOfConstant", "invalid address of constant"),
    (23, "ErrorTextureFetchFailed", "fetch from texture failed"),
    (24, "ErrorTextureNotBound", "cannot fetch from a texture that is not bound"),
    (25, "ErrorSynchronizationError", "incorrect use of __syncthreads()"),
    (26, "ErrorInvalidFilterSetting", "linear filtering not supported for non-float type"),
    (27, "ErrorInvalidNormSetting", "read as normalized float not supported for data type"),
    (28, "ErrorMixedDeviceExecution", "device emulation mode and device execution mode cannot be mixed"),
    (31, "ErrorNotYetImplemented", "feature not yet implemented"),
    (32, "ErrorMemoryValueTooLarge", "memory size or pointer value too large to fit in 32 bit"),
    (34, "ErrorStubLibrary", "CUDA driver is a stub library"),
    (35, "ErrorInsufficientDriver", "CUDA driver version is insufficient for CUDA runtime version"),
    (36, "ErrorCallRequiresNewerDriver", "API call is not supported in the installed CUDA driver"),
    (37, "ErrorInvalidSurface", "invalid surface reference"),
    (43, "ErrorDuplicateVariableName", "duplicate global variable looked up by string name"),
    (44, "ErrorDuplicateTextureName", "duplicate texture looked up by string name"),
    (45, "ErrorDuplicateSurfaceName", "duplicate surface looked up by string name"),
    (46, "ErrorDevicesUnavailable", "CUDA-capable device(s) is/are busy or unavailable"),
    (49, "ErrorIncompatibleDriverContext", "incompatible driver context"),
    (52, "ErrorMissingConfiguration", "__global__ function call is not configured"),
    (53, "ErrorPriorLaunchFailure", "unspecified launch failure in prior launch"),
    (65, "ErrorLaunchMaxDepthExceeded", "launch would exceed maximum depth of nested launches"),
    (66, "ErrorLaunchFileScopedTex", "launch failed because kernel uses unsupported, file-scoped textures (texture objects are supported)"),
    (67, "ErrorLaunchFileScopedSurf", "launch failed because kernel uses unsupported, file-scoped surfaces (surface objects are supported)"),
    (68, "ErrorSyncDepthExceeded", "cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth"),
    (69, "ErrorLaunchPendingCountExceeded", "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount"),
    (98, "ErrorInvalidDeviceFunction", "invalid device function"),
    (100, "ErrorNoDevice", "no CUDA-capable device is detected"),
    (101, "ErrorInvalidDevice", "invalid device ordinal"),
    (102, "ErrorDeviceNotLicensed", "device doesn't have valid Grid license"),
    (103, "ErrorSoftwareValidityNotEstablished", "integrity checks failed"),
    (127, "ErrorStartupFailure", "startup failure in cuda runtime"),
    (200, "ErrorInvalidKernelImage", "device kernel image is invalid"),
    (201, "ErrorDeviceUninitialized", "invalid device context"),
    (205, "ErrorMapBufferObjectFailed", "mapping of buffer object failed"),
    (206, "ErrorUnmapBufferObjectFailed", "unmapping of buffer object failed"),
    (207, "ErrorArrayIsMapped", "array is mapped"),
    (208, "ErrorAlreadyMapped", "resource already mapped"),
    (209, "ErrorNoKernelImageForDevice", "no kernel image is available for execution on the device"),
    (210, "ErrorAlreadyAcquired", "resource already acquired"),
    (211, "ErrorNotMapped", "resource not mapped"),
    (212, "ErrorNotMappedAsArray", "resource not mapped as array"),
    (213, "ErrorNotMappedAsPointer", "resource not mapped as pointer"),
    (214, "ErrorECCUncorrectable", "uncorrectable ECC error encountered"),
    (215, "ErrorUnsupportedLimit", "limit is not supported on this architecture"),
    (216, "ErrorDeviceAlreadyInUse", "exclusive-thread device already in use by a different thread"),
    (217, "ErrorPeerAccessUnsupported", "peer access is not supported between these two devices"),
    (218, "ErrorInvalidPtx", "a PTX JIT compilation failed"),
    (219, "ErrorInvalidGraphicsContext", "invalid OpenGL or DirectX context"),
    (220, "ErrorNvlinkUncorrectable", "uncorrectable NVLink error detected during the execution"),
    (221, "ErrorJitCompilerNotFound", "PTX JIT compiler library not found"),
    (222, "ErrorUnsupportedPtxVersion", "the provided PTX was compiled with an unsupported toolchain."),
    (223, "ErrorJitCompilationDisabled", "PTX JIT compilation was disabled"),
    (224, "ErrorUnsupportedExecAffinity", "the provided execution affinity is not supported"),
    (225, "ErrorUnsupportedDevSideSync", "the provided PTX contains unsupported call to cudaDeviceSynchronize"),
    (226, "ErrorContained", "Invalid access of peer GPU memory over nvlink or a hardware error"),
    (227, "ErrorInsufficientLoaderVersion", "Loader version is insufficient for fatbin"),
    (300, "ErrorInvalidSource", "device kernel image is invalid"),
    (301, "ErrorFileNotFound", "file not found"),
    (302, "ErrorSharedObjectSymbolNotFound", "shared object symbol not found"),
    (303, "ErrorSharedObjectInitFailed", "shared object initialization failed"),
    (304, "ErrorOperatingSystem", "OS call failed or operation not supported on this OS"),
    (400, "ErrorInvalidResourceHandle", "invalid resource handle"),
    (401, "ErrorIllegalState", "the operation cannot be performed in the present state"),
    (402, "ErrorLossyQuery", "attempted introspection would be semantically lossy"),
    (500, "ErrorSymbolNotFound", "named symbol not found"),
    (600, "ErrorNotReady", "device not ready"),
    (700, "ErrorIllegalAddress", "an illegal memory access was encountered"),
    (701, "ErrorLaunchOutOfResources", "too many resources requested for launch"),
    (702, "ErrorLaunchTimeout", "the launch timed out and was terminated"),
    (703, "ErrorLaunchIncompatibleTexturing", "launch uses incompatible texturing mode"),
    (704, "ErrorPeerAccessAlreadyEnabled", "peer access is already enabled"),
    (705, "ErrorPeerAccessNotEnabled", "peer access has not been enabled"),
    (708, "ErrorSetOnActiveProcess", "cannot set while device is active in this process"),
    (709, "ErrorContextIsDestroyed", "context is destroyed"),
    (710, "ErrorAssert", "device-side assert triggered"),
    (711, "ErrorTooManyPeers", "peer mapping resources exhausted"),
    (712, "ErrorHostMemoryAlreadyRegistered", "part or all of the requested memory range is already mapped"),
    (713, "ErrorHostMemoryNotRegistered", "pointer does not correspond to a registered memory region"),
    (714, "ErrorHardwareStackError", "hardware stack error"),
    (715, "ErrorIllegalInstruction", "an illegal instruction was encountered"),
    (716, "ErrorMisalignedAddress", "misaligned address"),
    (717, "ErrorInvalidAddressSpace", "operation not supported on global/shared address space"),
    (718, "ErrorInvalidPc", "invalid program counter"),
    (719, "ErrorLaunchFailure", "unspecified launch failure"),
    (720, "ErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"),
    (721, "ErrorTensorMemoryLeak", "tensor memory not completely freed"),
    (800, "ErrorNotPermitted", "operation not permitted"),
    (801, "ErrorNotSupported", "operation not supported"),
    (802, "ErrorSystemNotReady", "system not yet initialized"),
    (803, "ErrorSystemDriverMismatch", "system has unsupported display driver / cuda driver combination"),
    (804, "ErrorCompatNotSupportedOnDevice", "forward compatibility was attempted on non supported HW"),
    (805, "ErrorMpsConnectionFailed", "MPS client failed to connect to the MPS control daemon or the MPS server"),
    (806, "ErrorMpsRpcFailure", "the remote procedural call between the MPS server and the MPS client failed"),
    (807, "ErrorMpsServerNotReady", "MPS server is not ready to accept new MPS client requests"),
    (808, "ErrorMpsMaxClientsReached", "the hardware resources required to create MPS client have been exhausted"),
    (809, "ErrorMpsMaxConnectionsReached", "the hardware resources required to support device connections have been exhausted"),
    (810, "ErrorMpsClientTerminated", "the MPS client has been terminated by the server"),
    (811, "ErrorCdpNotSupported", "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not support it"),
    (812, "ErrorCdpVersionMismatch", "unsupported interaction between different versions of CUDA Dynamic Parallelism"),
    (900, "ErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing"),
    (901, "ErrorStreamCaptureInvalidated", "operation failed due to a previous error during capture"),
    (902, "ErrorStreamCaptureMerge", "operation would result in a merge of separate capture sequences"),
    (903, "ErrorStreamCaptureUnmatched", "capture was not ended in the same stream as it began"),
    (904, "ErrorStreamCaptureUnjoined", "capturing stream has unjoined work"),
    (905, "ErrorStreamCaptureIsolation", "dependency created on uncaptured work in another stream"),
    (906, "ErrorStreamCaptureImplicit", "operation would make the legacy stream depend on a capturing blocking stream"),
    (907, "ErrorCapturedEvent", "operation not permitted on an event last recorded in a capturing stream"),
    (908, "ErrorStreamCaptureWrongThread", "attempt to terminate a thread-local capture sequence from another thread"),
    (909, "ErrorTimeout", "wait operation timed out"),
    (910, "ErrorGraphExecUpdateFailure", "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update"),
    (911, "ErrorExternalDevice", "an async error has occured in external entity outside of CUDA"),
    (912, "ErrorInvalidClusterSize", "a kernel launch error has occurred due to cluster misconfiguration"),
    (913, "ErrorFunctionNotLoaded", "the function handle is not loaded when calling an API that requires a loaded function"),
    (914, "ErrorInvalidResourceType", "one or more resources passed in are not valid resource types for the operation"),
    (915, "ErrorInvalidResourceConfiguration", "one or more resources are insufficient or non-applicable for the operation"),
    (917, "ErrorStreamDetached", "API call not permitted since the green context associated with the stream has been destroyed"),
    (918, "ErrorGraphRecaptureFailure", "recapturing to the source graph failed and had to be terminated"),
    (919, "ErrorFabricNotReady", "GPU fabric is not ready within the probe wait budget; application may retry (see CUDA_FABRIC_INIT_TIMEOUT_MS)"),
    (999, "ErrorUnknown", "unknown error"),
];

fn row(error: i32) -> Option<&'static (i32, &'static str, &'static str)> {
    TABLE
        .binary_search_by_key(&error, |row| row.0)
        .ok()
        .and_then(|at| TABLE.get(at))
}

/// What `cudaGetErrorName` says.
pub fn name(error: i32) -> String {
    row(error).map_or_else(
        || "unrecognized error code".to_string(),
        |row| format!("cuda{}", row.1),
    )
}

/// What `cudaGetErrorString` says.
pub fn text(error: i32) -> &'static str {
    row(error).map_or("unrecognized error code", |row| row.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_cuda_s_names_and_sentences() {
        assert!(TABLE.is_sorted_by_key(|row| row.0));
        assert_eq!(name(700), "cudaErrorIllegalAddress");
        assert_eq!(text(700), "an illegal memory access was encountered");
        assert_eq!(text(0), "no error");
        assert_eq!(name(12345), "unrecognized error code");
    }
}
