#pragma once
#include <sys/select.h>
#include <time.h>
struct timezone {
    int tz_minuteswest, tz_dsttime;
};
inline int gettimeofday(timeval *to, void *zone) {
    long now = __simt_wall();
    to->tv_sec = now / 1000000000;
    to->tv_usec = now / 1000 % 1000000;
    return 0;
}
