// How the samples compare what they computed with what they expect.
// Next: helper_functions.h.
#pragma once
// A program may bring NVIDIA's own of some of these headers: whichever is read first is meant.
#if !defined(COMMON_HELPER_IMAGE_H_) && !defined(HELPER_IMAGE_H)
#define COMMON_HELPER_IMAGE_H_
#define HELPER_IMAGE_H
#include <helper_string.h>
#include <math.h>
#include <simt/sample_files.h>

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

template <class T, class S>
bool compareData(const T *expected, const T *got, const unsigned int count, const S epsilon, const float threshold) {
    unsigned int wrong = 0;
    for (unsigned int i = 0; i < count; i++) {
        float difference = (float)expected[i] - (float)got[i];
        if (!(difference <= (float)epsilon && difference >= -(float)epsilon)) wrong++;
    }
    return (float)wrong <= (float)count * threshold;
}
inline bool sdkCompareL2fe(const float *expected, const float *got, const unsigned int count, const float epsilon) {
    float error = 0, size = 0;
    for (unsigned int i = 0; i < count; i++) {
        float difference = expected[i] - got[i];
        error += difference * difference;
        size += expected[i] * expected[i];
    }
    if (fabsf(size) < 1e-7f) return false;
    return sqrtf(error) / sqrtf(size) < epsilon;
}

#endif
