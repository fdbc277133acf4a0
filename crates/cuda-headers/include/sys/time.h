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
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timercmp(a, b, than) ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec than (b)->tv_usec : (a)->tv_sec than (b)->tv_sec)
#define timeradd(a, b, to) __simt_time_of((a)->tv_sec + (b)->tv_sec, (a)->tv_usec + (b)->tv_usec, to)
#define timersub(a, b, to) __simt_time_of((a)->tv_sec - (b)->tv_sec, (a)->tv_usec - (b)->tv_usec, to)
inline void __simt_time_of(long seconds, long microseconds, timeval *to) {
    long more = microseconds < 0 ? -1 : microseconds / 1000000;
    to->tv_sec = seconds + more;
    to->tv_usec = microseconds - more * 1000000;
}
