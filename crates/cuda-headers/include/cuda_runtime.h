// The CUDA runtime for host code. Every file begins with it, as under nvcc; so it stays lean.
// The rule: what needs the machine is a `__simt_cuda_…` system call (see ir/sys.rs), the rest is said here in C++. One
// device, one queue: all streams run in the order of the calls, so an asynchronous call is done when it returns. What would have
// been allowed is worked out beside it, so the machine is told of streams, events and of who waits for what.
// Next: driver_types.h for the types; crates/simt/src/host for the calls.
#pragma once
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#include <driver_types.h>

#ifndef CUDART_CB
#define CUDART_CB
#endif

extern "C" void *malloc(size_t bytes);
extern "C" void free(void *p);

// ---- what the machine does; an error is also kept as the last one ----
cudaError_t __simt_cuda_malloc(void **at, size_t bytes);
cudaError_t __simt_cuda_malloc_managed(void **at, size_t bytes);
cudaError_t __simt_cuda_malloc_host(void **at, size_t bytes);
cudaError_t __simt_cuda_free(void *p);
cudaError_t __simt_cuda_free_host(void *p);
// Lets kernels touch host memory; no bytes: no longer.
cudaError_t __simt_cuda_host_register(void *p, size_t bytes);
// For libraries: waits for everything.
cudaError_t __simt_cuda_memcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind);
// In the default stream, or in a stream without waiting.
cudaError_t __simt_cuda_copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, int async, cudaStream_t stream);
cudaError_t __simt_cuda_fill(void *to, int value, size_t bytes, int async, cudaStream_t stream);
cudaError_t __simt_cuda_malloc_async(void **at, size_t bytes, cudaStream_t stream);
cudaError_t __simt_cuda_free_async(void *p, cudaStream_t stream);
// The variable that holds it, and what it holds.
int __simt_cuda_stream_made(cudaStream_t *at, cudaStream_t stream, unsigned int flags);
int __simt_cuda_event_made(cudaEvent_t *at, cudaEvent_t event);
// A stream or an event.
int __simt_cuda_handle_gone(void *handle);
int __simt_cuda_event_recorded(cudaEvent_t event, cudaStream_t stream);
int __simt_cuda_stream_waits(cudaStream_t stream, cudaEvent_t event);
cudaError_t __simt_cuda_synchronize_stream(cudaStream_t stream);
cudaError_t __simt_cuda_synchronize_event(cudaEvent_t event);
// Whether the host has waited for what was recorded; if not, it has from here on.
int __simt_cuda_event_is_over(cudaEvent_t event);
// What is called between the two is a function that the stream calls.
int __simt_cuda_host_function(cudaStream_t stream, int begins);
// The device address of a `__device__`, `__constant__` or `__managed__` variable, from the variable's own address.
cudaError_t __simt_cuda_symbol_address(void **at, const void *symbol);
cudaError_t __simt_cuda_synchronize();
// Frees what is on the device and forgets its faults.
cudaError_t __simt_cuda_reset();
// Keeps the error as the last one and returns it.
cudaError_t __simt_cuda_set_error(cudaError_t error);
// The bytes that `malloc` in kernels may give; sets them first if `change`.
size_t __simt_cuda_heap(int change, size_t bytes);
// By cudaDeviceAttr; -1 where it has none; 1000 is the bytes of global memory.
long long __simt_cuda_device_property(int attribute);
void __simt_cuda_device_name(char *to, size_t room);
cudaError_t __simt_cuda_mem_info(size_t *free, size_t *total);
// A cudaMemoryType.
int __simt_cuda_pointer_kind(const void *p);
// By the number of the field in cudaFuncAttributes (0 is sharedSizeBytes, 4 numRegs); -1 if it is no kernel.
long long __simt_cuda_func_property(const void *function, int field);
// Blocks of that many threads that an SM holds at a time; 0 where they cannot be launched.
int __simt_cuda_occupancy(const void *function, int threads, size_t dynamic);
cudaError_t __simt_cuda_func_set_attribute(const void *function, int attribute, int value);
cudaError_t __simt_cuda_launch_kernel(const void *function, dim3 grid, dim3 block, void **args, size_t shared,
                                      cudaStream_t stream, int cooperative);
// Milliseconds on the clock that launches and copies advance.
double __simt_cuda_elapsed();

cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

// ---- memory ----
template <class T> cudaError_t cudaMalloc(T **p, size_t bytes) { return __simt_cuda_malloc((void **)p, bytes); }
inline cudaError_t cudaMalloc(decltype(nullptr), size_t bytes) { return __simt_cuda_malloc(nullptr, bytes); }
template <class T> cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned int flags = cudaMemAttachGlobal) {
    return __simt_cuda_malloc_managed((void **)p, bytes);
}
template <class T> cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned int flags = 0) {
    return __simt_cuda_malloc_host((void **)p, bytes);
}
template <class T> cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned int flags) {
    return __simt_cuda_malloc_host((void **)p, bytes);
}
// What the pool has given and not got back, by what is left of the device's memory.
inline unsigned long long __simt_pool_used = 0, __simt_pool_used_most = 0;
inline size_t __simt_left() {
    size_t left = 0, all = 0;
    __simt_cuda_mem_info(&left, &all);
    return left;
}
inline cudaError_t __simt_pool_gives(void **p, size_t bytes, cudaStream_t stream) {
    size_t before = __simt_left();
    cudaError_t done = __simt_cuda_malloc_async(p, bytes, stream);
    __simt_pool_used += before - __simt_left();
    if (__simt_pool_used > __simt_pool_used_most) __simt_pool_used_most = __simt_pool_used;
    return done;
}
template <class T> cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t stream) {
    return __simt_pool_gives((void **)p, bytes, stream);
}
template <class T> cudaError_t cudaMallocFromPoolAsync(T **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return __simt_pool_gives((void **)p, bytes, stream);
}
inline cudaError_t cudaFree(void *p) { return __simt_cuda_free(p); }
inline cudaError_t cudaFreeAsync(void *p, cudaStream_t stream) {
    size_t before = __simt_left();
    cudaError_t done = __simt_cuda_free_async(p, stream);
    size_t back = __simt_left() - before;
    __simt_pool_used -= back < __simt_pool_used ? back : __simt_pool_used;
    return done;
}
inline cudaError_t cudaFreeHost(void *p) { return __simt_cuda_free_host(p); }

inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    return __simt_cuda_copy(to, from, bytes, kind, 0, 0);
}
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream = 0) {
    return __simt_cuda_copy(to, from, bytes, kind, 1, stream);
}
inline cudaError_t cudaMemset(void *p, int value, size_t bytes) { return __simt_cuda_fill(p, value, bytes, 0, 0); }
inline cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t stream = 0) {
    return __simt_cuda_fill(p, value, bytes, 1, stream);
}
inline cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
    size_t unasked;
    return __simt_cuda_mem_info(free ? free : &unasked, total ? total : &unasked);
}

// ---- symbols ----
template <class T> cudaError_t cudaGetSymbolAddress(void **p, const T &symbol) {
    return __simt_cuda_symbol_address(p, (const void *)&symbol);
}
template <class T> cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol) {
    *bytes = sizeof(T);
    return cudaSuccess;
}
template <class T>
cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    void *p = 0;
    cudaError_t error = __simt_cuda_symbol_address(&p, (const void *)&symbol);
    return error != cudaSuccess ? error : __simt_cuda_copy((char *)p + offset, from, bytes, kind, 0, 0);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    void *p = 0;
    cudaError_t error = __simt_cuda_symbol_address(&p, (const void *)&symbol);
    return error != cudaSuccess ? error : __simt_cuda_copy(to, (char *)p + offset, bytes, kind, 0, 0);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream = 0) {
    void *p = 0;
    cudaError_t error = __simt_cuda_symbol_address(&p, (const void *)&symbol);
    return error != cudaSuccess ? error : __simt_cuda_copy((char *)p + offset, from, bytes, kind, 1, stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream = 0) {
    void *p = 0;
    cudaError_t error = __simt_cuda_symbol_address(&p, (const void *)&symbol);
    return error != cudaSuccess ? error : __simt_cuda_copy(to, (char *)p + offset, bytes, kind, 1, stream);
}

// ---- rows and volumes, by the row ----
inline cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height) {
    *pitch = (width + 511) / 512 * 512;
    return __simt_cuda_malloc(p, *pitch * height);
}
template <class T> cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height) {
    return cudaMallocPitch((void **)p, pitch, width, height);
}
inline cudaError_t __simt_cuda_copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                         size_t height, cudaMemcpyKind kind, int async, cudaStream_t stream) {
    if (width > to_pitch || width > from_pitch) return __simt_cuda_set_error(cudaErrorInvalidPitchValue);
    if (width == to_pitch && width == from_pitch) return __simt_cuda_copy(to, from, width * height, kind, async, stream);
    for (size_t y = 0; y < height; y++) {
        cudaError_t error =
            __simt_cuda_copy((char *)to + y * to_pitch, (const char *)from + y * from_pitch, width, kind, async, stream);
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}
inline cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                size_t height, cudaMemcpyKind kind) {
    return __simt_cuda_copy_rows(to, to_pitch, from, from_pitch, width, height, kind, 0, 0);
}
inline cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                     size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0) {
    return __simt_cuda_copy_rows(to, to_pitch, from, from_pitch, width, height, kind, 1, stream);
}
inline cudaError_t __simt_cuda_fill_rows(void *p, size_t pitch, int value, size_t width, size_t height, int async,
                                         cudaStream_t stream) {
    for (size_t y = 0; y < height; y++) {
        cudaError_t error = __simt_cuda_fill((char *)p + y * pitch, value, width, async, stream);
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}
inline cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height) {
    return __simt_cuda_fill_rows(p, pitch, value, width, height, 0, 0);
}
inline cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height,
                                     cudaStream_t stream = 0) {
    return __simt_cuda_fill_rows(p, pitch, value, width, height, 1, stream);
}
inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    cudaExtent e = {width, height, depth};
    return e;
}
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    cudaPos p = {x, y, z};
    return p;
}
inline cudaPitchedPtr make_cudaPitchedPtr(void *ptr, size_t pitch, size_t xsize, size_t ysize) {
    cudaPitchedPtr p = {ptr, pitch, xsize, ysize};
    return p;
}
inline cudaError_t cudaMalloc3D(cudaPitchedPtr *p, cudaExtent extent) {
    p->xsize = extent.width;
    p->ysize = extent.height;
    return cudaMallocPitch(&p->ptr, &p->pitch, extent.width, extent.height * extent.depth);
}
inline cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent extent) {
    for (size_t z = 0; z < extent.depth; z++) {
        char *slice = (char *)p.ptr + z * p.ysize * p.pitch;
        cudaError_t error = cudaMemset2D(slice, p.pitch, value, extent.width, extent.height);
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}
inline cudaError_t __simt_cuda_copy_box(const cudaMemcpy3DParms *c, int async, cudaStream_t stream) {
    if (c->srcArray || c->dstArray) return __simt_cuda_set_error(cudaErrorNotSupported);
    const cudaPitchedPtr &s = c->srcPtr, &d = c->dstPtr;
    for (size_t z = 0; z < c->extent.depth; z++) {
        const char *from =
            (const char *)s.ptr + ((z + c->srcPos.z) * s.ysize + c->srcPos.y) * s.pitch + c->srcPos.x;
        char *to = (char *)d.ptr + ((z + c->dstPos.z) * d.ysize + c->dstPos.y) * d.pitch + c->dstPos.x;
        cudaError_t error = __simt_cuda_copy_rows(to, d.pitch, from, s.pitch, c->extent.width, c->extent.height, c->kind,
                                                  async, stream);
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}
inline cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *c) { return __simt_cuda_copy_box(c, 0, 0); }
inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *c, cudaStream_t stream = 0) {
    return __simt_cuda_copy_box(c, 1, stream);
}

// ---- streams and events ----
inline cudaError_t cudaDeviceSynchronize() { return __simt_cuda_synchronize(); }
inline cudaError_t cudaThreadSynchronize() { return __simt_cuda_synchronize(); }
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority) {
    *stream = (cudaStream_t)malloc(sizeof(CUstream_st));
    (*stream)->flags = flags;
    (*stream)->priority = priority;
    __simt_cuda_stream_made(stream, *stream, flags);
    return cudaSuccess;
}
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
    return cudaStreamCreateWithPriority(stream, flags, 0);
}
inline cudaError_t cudaStreamCreate(cudaStream_t *stream) { return cudaStreamCreateWithPriority(stream, 0, 0); }
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if (!stream) return __simt_cuda_set_error(cudaErrorInvalidResourceHandle);
    __simt_cuda_handle_gone(stream);
    free(stream);
    return cudaSuccess;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return __simt_cuda_synchronize_stream(stream); }
inline cudaError_t cudaStreamQuery(cudaStream_t stream) { return __simt_cuda_synchronize_stream(stream); }
inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0) {
    if (!event) return __simt_cuda_set_error(cudaErrorInvalidResourceHandle);
    if (event->recorded) __simt_cuda_stream_waits(stream, event);
    return cudaSuccess;
}
inline cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags) {
    *flags = stream ? stream->flags : 0;
    return cudaSuccess;
}
inline cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    *priority = stream ? stream->priority : 0;
    return cudaSuccess;
}
inline cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return cudaSuccess;
}
inline cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status) {
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
}
inline cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
    __simt_cuda_host_function(stream, 1);
    function(data);
    __simt_cuda_host_function(stream, 0);
    return cudaSuccess;
}
inline cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void *data,
                                         unsigned int flags) {
    __simt_cuda_host_function(stream, 1);
    function(stream, cudaSuccess, data);
    __simt_cuda_host_function(stream, 0);
    return cudaSuccess;
}
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t bytes = 0,
                                            unsigned int flags = cudaMemAttachSingle) {
    return cudaSuccess;
}
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
    *event = (cudaEvent_t)malloc(sizeof(CUevent_st));
    (*event)->recorded = 0;
    (*event)->at = 0;
    (*event)->flags = flags;
    __simt_cuda_event_made(event, *event);
    return cudaSuccess;
}
inline cudaError_t cudaEventCreate(cudaEvent_t *event) { return cudaEventCreateWithFlags(event, 0); }
inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
    return cudaEventCreateWithFlags(event, flags);
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
    if (!event) return __simt_cuda_set_error(cudaErrorInvalidResourceHandle);
    __simt_cuda_handle_gone(event);
    free(event);
    return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0) {
    if (!event) return __simt_cuda_set_error(cudaErrorInvalidResourceHandle);
    event->recorded = 1;
    event->at = __simt_cuda_elapsed();
    __simt_cuda_event_recorded(event, stream);
    return cudaSuccess;
}
inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0, unsigned int flags = 0) {
    return cudaEventRecord(event, stream);
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    if (!event) return __simt_cuda_set_error(cudaErrorInvalidResourceHandle);
    return event->recorded ? __simt_cuda_synchronize_event(event) : cudaSuccess;
}
inline cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }
inline cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop) {
    if (!start || !stop || !start->recorded || !stop->recorded || (start->flags | stop->flags) & cudaEventDisableTiming)
        return __simt_cuda_set_error(cudaErrorInvalidResourceHandle);
    if (!(__simt_cuda_event_is_over(stop) & __simt_cuda_event_is_over(start))) return __simt_cuda_set_error(cudaErrorNotReady);
    __simt_cuda_synchronize_event(start);
    __simt_cuda_synchronize_event(stop);
    *ms = (float)(stop->at - start->at);
    return cudaSuccess;
}

// ---- devices ----
inline cudaError_t __simt_cuda_device(int device) {
    return device == 0 ? cudaSuccess : __simt_cuda_set_error(cudaErrorInvalidDevice);
}
inline cudaError_t cudaGetDeviceCount(int *count) {
    *count = 1;
    return cudaSuccess;
}
inline cudaError_t cudaGetDevice(int *device) {
    *device = 0;
    return cudaSuccess;
}
inline cudaError_t cudaSetDevice(int device) { return __simt_cuda_device(device); }
inline cudaError_t cudaSetValidDevices(int *devices, int count) { return cudaSuccess; }
inline cudaError_t cudaInitDevice(int device, unsigned int flags, unsigned int more) {
    return __simt_cuda_device(device);
}
inline cudaError_t cudaSetDeviceFlags(unsigned int flags) { return cudaSuccess; }
inline cudaError_t cudaGetDeviceFlags(unsigned int *flags) {
    *flags = 0;
    return cudaSuccess;
}
inline cudaError_t cudaDeviceReset() { return __simt_cuda_reset(); }
inline cudaError_t cudaThreadExit() { return __simt_cuda_synchronize(); }
inline cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device) {
    if (device != 0) return __simt_cuda_device(device);
    long long known = __simt_cuda_device_property((int)attribute);
    *value = known < 0 ? 0 : (int)known;
    return cudaSuccess;
}
inline cudaError_t cudaRuntimeGetVersion(int *version) {
    *version = CUDART_VERSION;
    return cudaSuccess;
}
inline cudaError_t cudaDriverGetVersion(int *version) { return cudaRuntimeGetVersion(version); }
// What each limit is set to, in the order of `cudaLimit`.
inline size_t __simt_limits[8] = {1024, 1048576, 0, 2, 2048, 64, 0};
inline cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
    if (limit != cudaLimitMallocHeapSize) __simt_limits[(int)limit % 8] = value;
    else if (!__simt_cuda_heap(1, value)) return __simt_cuda_set_error(cudaErrorInvalidValue);
    return cudaSuccess;
}
inline cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit) {
    *value = limit == cudaLimitMallocHeapSize ? __simt_cuda_heap(0, 0) : __simt_limits[(int)limit % 8];
    return cudaSuccess;
}
inline cudaFuncCache __simt_cache_wanted = cudaFuncCachePreferNone;
inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
    __simt_cache_wanted = config;
    return cudaSuccess;
}
inline cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config) {
    *config = __simt_cache_wanted;
    return cudaSuccess;
}
inline cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) { return cudaSuccess; }
inline cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) {
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}
inline cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    *can = 0;
    return device == 0 ? __simt_cuda_device(peer) : __simt_cuda_device(device);
}
inline cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
    return __simt_cuda_set_error(peer ? cudaErrorInvalidDevice : cudaErrorPeerAccessUnsupported);
}
inline cudaError_t cudaDeviceDisablePeerAccess(int peer) { return __simt_cuda_set_error(cudaErrorInvalidDevice); }
inline cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes) {
    return __simt_cuda_copy(to, from, bytes, cudaMemcpyDeviceToDevice, 0, 0);
}
inline cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                       cudaStream_t stream = 0) {
    return __simt_cuda_copy(to, from, bytes, cudaMemcpyDeviceToDevice, 1, stream);
}

// ---- kernels ----
template <class F> cudaError_t cudaFuncSetAttribute(F function, cudaFuncAttribute attribute, int value) {
    return __simt_cuda_func_set_attribute((const void *)function, (int)attribute, value);
}
template <class F> cudaError_t cudaFuncSetCacheConfig(F function, cudaFuncCache config) { return cudaSuccess; }
template <class F> cudaError_t cudaFuncSetSharedMemConfig(F function, cudaSharedMemConfig config) {
    return cudaSuccess;
}
template <class F>
cudaError_t cudaLaunchKernel(F function, dim3 grid, dim3 block, void **args, size_t shared = 0,
                             cudaStream_t stream = 0) {
    return __simt_cuda_launch_kernel((const void *)function, grid, block, args, shared, stream, 0);
}
template <class F>
cudaError_t cudaLaunchCooperativeKernel(F function, dim3 grid, dim3 block, void **args, size_t shared = 0,
                                        cudaStream_t stream = 0) {
    return __simt_cuda_launch_kernel((const void *)function, grid, block, args, shared, stream, 1);
}
template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...args) {
    kernel<<<config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream>>>(args...);
    return cudaPeekAtLastError();
}

#include <simt/cuda_more.h>
