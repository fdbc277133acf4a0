#pragma once
#include <time.h>
struct timeval {
    long tv_sec, tv_usec;
};
struct timezone {
    int tz_minuteswest, tz_dsttime;
};
inline int gettimeofday(timeval *to, void *zone) {
    long now = __simt_wall();
    to->tv_sec = now / 1000000000;
    to->tv_usec = now / 1000 % 1000000;
    return 0;
}
