// Asynchronous copies to shared memory, as C functions. The copy is made at once; that it is waited for, before anybody uses what
// it brought, is watched. The block's barrier after the wait is still the program's to write: its absence is found as a race.
// Next: cuda/pipeline.
#pragma once
#include <cuda_runtime.h>

inline __device__ void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t zeros = 0) {
    __simt_copies_begin();
    if (zeros == 0 && bytes == 16) *(int4 *)to = *(const int4 *)from;
    else if (zeros == 0 && bytes == 8) *(int2 *)to = *(const int2 *)from;
    else if (zeros == 0 && bytes == 4) *(int *)to = *(const int *)from;
    else
        for (size_t i = 0; i < bytes; i++) ((char *)to)[i] = i < bytes - zeros ? ((const char *)from)[i] : (char)0;
    __simt_copies_end();
}
inline __device__ void __pipeline_commit() { __simt_copies_commit(); }
inline __device__ void __pipeline_wait_prior(size_t groups) { __simt_copies_wait((int)groups); }
