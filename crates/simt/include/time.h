// Clocks. What has no body is a system call.
#pragma once
#include <simt/sleep.h>
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
extern "C" {
// Nanoseconds on a clock that only goes forward, and since 1970.
long __simt_now();
long __simt_wall();
}
struct timespec {
    long tv_sec, tv_nsec;
};
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_MONOTONIC_RAW 4
#define TIME_UTC 1
inline time_t time(time_t *to) {
    time_t now = __simt_wall() / 1000000000;
    if (to) *to = now;
    return now;
}
inline clock_t clock() { return __simt_now() / 1000; }
inline int clock_gettime(clockid_t which, timespec *to) {
    long now = which == CLOCK_REALTIME ? __simt_wall() : __simt_now();
    to->tv_sec = now / 1000000000;
    to->tv_nsec = now % 1000000000;
    return 0;
}
inline int timespec_get(timespec *to, int base) {
    clock_gettime(CLOCK_REALTIME, to);
    return base;
}
inline int nanosleep(const timespec *wait, timespec *left) {
    __simt_sleep(wait->tv_sec * 1000000000 + wait->tv_nsec);
    return 0;
}
inline int clock_getres(clockid_t which, timespec *to) {
    *to = {0, 1};
    return 0;
}
inline double difftime(time_t a, time_t b) { return (double)(a - b); }
inline tm __simt_tm = {};
inline tm *gmtime(const time_t *when) {
    long days = *when / 86400, rest = *when % 86400;
    tm *out = &__simt_tm;
    out->tm_hour = (int)(rest / 3600);
    out->tm_min = (int)(rest / 60 % 60);
    out->tm_sec = (int)(rest % 60);
    out->tm_wday = (int)((days + 4) % 7);
    int year = 1970;
    for (;;) {
        int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        if (days < 365 + leap) {
            out->tm_yday = (int)days;
            int lengths[12] = {31, 28 + leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
            int month = 0;
            while (days >= lengths[month]) days -= lengths[month++];
            out->tm_mon = month;
            out->tm_mday = (int)days + 1;
            break;
        }
        days -= 365 + leap;
        ++year;
    }
    out->tm_year = year - 1900;
    out->tm_isdst = 0;
    return out;
}
inline tm *localtime(const time_t *when) { return gmtime(when); }
