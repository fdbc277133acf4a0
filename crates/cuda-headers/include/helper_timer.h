// The samples' stopwatch, on the host's clock.
// Next: helper_functions.h.
#pragma once
// A program may bring NVIDIA's own of some of these headers: whichever is read first is meant.
#if !defined(COMMON_HELPER_TIMER_H_) && !defined(HELPER_TIMER_H)
#define COMMON_HELPER_TIMER_H_
#define HELPER_TIMER_H
#include <cuda_runtime.h>
#include <stddef.h>

class StopWatchInterface {
  public:
    double begin = 0, total = 0;
    float last = 0;
    int sessions = 0;
    bool running = false;

    void start() {
        begin = __simt_cuda_elapsed();
        running = true;
    }
    void stop() {
        last = (float)(__simt_cuda_elapsed() - begin);
        total += last;
        sessions++;
        running = false;
    }
    void reset() {
        total = 0;
        last = 0;
        sessions = 0;
        begin = __simt_cuda_elapsed();
    }
    float getTime() { return (float)(running ? total + __simt_cuda_elapsed() - begin : total); }
    float getAverageTime() { return sessions > 0 ? (float)(total / sessions) : 0.0f; }
};
typedef StopWatchInterface StopWatchLinux;

inline bool sdkCreateTimer(StopWatchInterface **timer) {
    *timer = new StopWatchInterface();
    return true;
}
inline bool sdkDeleteTimer(StopWatchInterface **timer) {
    if (*timer) delete *timer;
    *timer = NULL;
    return true;
}
inline bool sdkStartTimer(StopWatchInterface **timer) {
    if (*timer) (*timer)->start();
    return true;
}
inline bool sdkStopTimer(StopWatchInterface **timer) {
    if (*timer) (*timer)->stop();
    return true;
}
inline bool sdkResetTimer(StopWatchInterface **timer) {
    if (*timer) (*timer)->reset();
    return true;
}
inline float sdkGetTimerValue(StopWatchInterface **timer) { return *timer ? (*timer)->getTime() : 0.0f; }
inline float sdkGetAverageTimerValue(StopWatchInterface **timer) { return *timer ? (*timer)->getAverageTime() : 0.0f; }

#endif
