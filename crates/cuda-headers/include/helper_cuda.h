// The samples' checks and their choice of a device.
// The rule: the same lines printed and the same exit status as NVIDIA's own.
// Next: helper_string.h for the command line.
#pragma once
// A program may bring NVIDIA's own of some of these headers: whichever is read first is meant.
#if !defined(COMMON_HELPER_CUDA_H_) && !defined(HELPER_CUDA_H)
#define COMMON_HELPER_CUDA_H_
#define HELPER_CUDA_H
#include <cuda_runtime.h>
#include <helper_string.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

inline const char *_cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
template <class T> const char *_cudaGetErrorEnum(T error) { return "<unknown>"; }

template <class T> void check(T result, const char *const what, const char *const file, const int line) {
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, (int)result, _cudaGetErrorEnum(result),
                what);
        exit(EXIT_FAILURE);
    }
}
#define checkCudaErrors(value) check((value), #value, __FILE__, __LINE__)

inline void __getLastCudaError(const char *message, const char *file, const int line) {
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
        fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message, (int)error,
                cudaGetErrorString(error));
        exit(EXIT_FAILURE);
    }
}
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
inline void __printLastCudaError(const char *message, const char *file, const int line) {
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess)
        fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message, (int)error,
                cudaGetErrorString(error));
}
#define printLastCudaError(message) __printLastCudaError(message, __FILE__, __LINE__)

inline int ftoi(float value) { return value >= 0 ? (int)(value + 0.5) : (int)(value - 0.5); }

inline int _ConvertSMVer2Cores(int major, int minor) {
    switch (major) {
        case 3: return 192;
        case 5: return 128;
        case 6: return minor == 0 ? 64 : 128;
        case 7: return 64;
        case 8: return minor == 0 ? 64 : 128;
        default: return 128;
    }
}
inline const char *_ConvertSMVer2ArchName(int major, int minor) {
    switch (major) {
        case 3: return "Kepler";
        case 5: return "Maxwell";
        case 6: return "Pascal";
        case 7: return minor == 5 ? "Turing" : minor == 2 ? "Xavier" : "Volta";
        case 8: return minor == 9 ? "Ada" : "Ampere";
        case 9: return "Hopper";
        case 10: return "Blackwell";
        default: return "Graphics Device";
    }
}
inline int gpuDeviceInit(int device) {
    int count = 0;
    checkCudaErrors(cudaGetDeviceCount(&count));
    if (device < 0) device = 0;
    if (device > count - 1) {
        fprintf(stderr, "\n>> %d CUDA capable GPU device(s) detected. <<\n", count);
        fprintf(stderr, ">> gpuDeviceInit (-device=%d) is not a valid GPU device. <<\n\n", device);
        return -device;
    }
    int major = 0, minor = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    checkCudaErrors(cudaSetDevice(device));
    printf("gpuDeviceInit() CUDA Device [%d]: \"%s\n", device, _ConvertSMVer2ArchName(major, minor));
    return device;
}
inline int gpuGetMaxGflopsDeviceId() { return 0; }
inline int findCudaDevice(int argc, const char **argv) {
    int device = 0;
    if (checkCmdLineFlag(argc, argv, "device")) {
        device = getCmdLineArgumentInt(argc, argv, "device");
        if (device < 0) {
            printf("Invalid command line parameter\n ");
            exit(EXIT_FAILURE);
        }
        device = gpuDeviceInit(device);
        if (device < 0) {
            printf("exiting...\n");
            exit(EXIT_FAILURE);
        }
    } else {
        device = gpuGetMaxGflopsDeviceId();
        checkCudaErrors(cudaSetDevice(device));
        int major = 0, minor = 0;
        checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
        checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
        printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, _ConvertSMVer2ArchName(major, minor),
               major, minor);
    }
    return device;
}
inline int findIntegratedGPU() {
    fprintf(stderr, "CUDA error: No GPU found on this system that is integrated\n");
    exit(EXIT_FAILURE);
    return -1;
}
inline bool checkCudaCapabilities(int major_version, int minor_version) {
    int major = 0, minor = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
    if (major > major_version || (major == major_version && minor >= minor_version)) {
        printf("  Device %d: <%16s >, Compute SM %d.%d detected\n", 0, _ConvertSMVer2ArchName(major, minor), major, minor);
        return true;
    }
    printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", major_version, minor_version);
    return false;
}

#endif
