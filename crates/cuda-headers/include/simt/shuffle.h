// Shuffles of values of any type: the scalars as they are, the rest word by word.
// Next: cooperative_groups.h and cub/warp/warp_reduce.cuh.
#pragma once
#include <cuda_runtime.h>

#define SIMT_SCALAR(name, T)                                                                                           \
    inline __device__ T __simt##name(T value, int by, unsigned int mask, int width = 32) {                             \
        return _##name(mask, value, by, width);                                                                        \
    }
#define SIMT_SHUFFLE(name)                                                                                             \
    template <class T> __device__ T __simt##name(T value, int by, unsigned int mask, int width = 32) {                 \
        unsigned int words[(sizeof(T) + 3) / 4] = {0};                                                                 \
        for (int i = 0; i < (int)sizeof(T); i++) ((char *)words)[i] = ((char *)&value)[i];                             \
        for (int i = 0; i < (int)((sizeof(T) + 3) / 4); i++) words[i] = _##name(mask, words[i], by, width);            \
        for (int i = 0; i < (int)sizeof(T); i++) ((char *)&value)[i] = ((char *)words)[i];                             \
        return value;                                                                                                  \
    }                                                                                                                  \
    SIMT_SCALAR(name, int)                                                                                             \
    SIMT_SCALAR(name, unsigned int)                                                                                    \
    SIMT_SCALAR(name, float)                                                                                           \
    SIMT_SCALAR(name, double)                                                                                          \
    SIMT_SCALAR(name, long)                                                                                            \
    SIMT_SCALAR(name, unsigned long)                                                                                   \
    SIMT_SCALAR(name, long long)                                                                                       \
    SIMT_SCALAR(name, unsigned long long)
SIMT_SHUFFLE(_shfl_down_sync)
SIMT_SHUFFLE(_shfl_up_sync)
SIMT_SHUFFLE(_shfl_xor_sync)
SIMT_SHUFFLE(_shfl_sync)
#undef SIMT_SHUFFLE
#undef SIMT_SCALAR
