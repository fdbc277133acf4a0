// What the programs beside this file share: a figure a line, and an end at the first error.
#pragma once
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CHECK(call)                                                                             \
    do {                                                                                        \
        cudaError_t error = (call);                                                             \
        if (error != cudaSuccess) {                                                             \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));      \
            exit(1);                                                                            \
        }                                                                                       \
    } while (0)

// name, median, unit, least to most, how many; counters.py prints the same.
inline void figure(const std::string& name, const char* unit, std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    size_t n = samples.size();
    double median = (samples[(n - 1) / 2] + samples[n / 2]) / 2;
    printf("%s\t%.5g\t%s\t%.5g to %.5g\t%zu\n", name.c_str(), median, unit, samples.front(), samples.back(), n);
    fflush(stdout);
}
