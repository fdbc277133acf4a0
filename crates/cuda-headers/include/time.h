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
inline tm *gmtime_r(const time_t *when, tm *out) {
    *out = *gmtime(when);
    return out;
}
inline tm *localtime_r(const time_t *when, tm *out) { return gmtime_r(when, out); }
// Days and seconds since 1970, of a date whose parts may be out of range but the month.
inline time_t mktime(tm *of) {
    long year = of->tm_year + 1900, days = 0;
    for (long y = 1970; y < year; ++y) days += 365 + ((y % 4 == 0 && y % 100 != 0) || y % 400 == 0);
    int lengths[12] = {31, 28 + ((year % 4 == 0 && year % 100 != 0) || year % 400 == 0), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    for (int m = 0; m < of->tm_mon && m < 12; ++m) days += lengths[m];
    time_t out = ((days + of->tm_mday - 1) * 24 + of->tm_hour) * 3600 + of->tm_min * 60 + of->tm_sec;
    tm parts;
    gmtime_r(&out, &parts);
    *of = parts;
    return out;
}
struct __simt_text {
    char *to;
    size_t room, used;
    void put(char c) {
        if (used < room) to[used] = c;
        ++used;
    }
    void put(const char *text, int most) {
        for (int i = 0; text[i] && i < most; ++i) put(text[i]);
    }
    void put(int value, int digits, char fill) {
        int power = 1;
        for (int i = 1; i < digits; ++i) power *= 10;
        for (bool begun = false; power > 0; power /= 10) {
            int digit = value / power % 10;
            begun = begun || digit != 0 || power == 1;
            put(begun ? (char)('0' + digit) : fill);
        }
    }
};
inline const char *__simt_day(int n) {
    const char *names[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
    return names[n % 7];
}
inline const char *__simt_month(int n) {
    const char *names[12] = {"January", "February", "March", "April", "May", "June",
                             "July", "August", "September", "October", "November", "December"};
    return names[n % 12];
}
inline void __simt_time_text(__simt_text *out, const char *format, const tm *t) {
    for (; *format; ++format) {
        if (*format != '%') {
            out->put(*format);
            continue;
        }
        ++format;
        int hour12 = (t->tm_hour + 11) % 12 + 1;
        switch (*format) {
            case 'Y': out->put(t->tm_year + 1900, 4, '0'); break;
            case 'C': out->put((t->tm_year + 1900) / 100, 2, '0'); break;
            case 'y': out->put(t->tm_year % 100, 2, '0'); break;
            case 'm': out->put(t->tm_mon + 1, 2, '0'); break;
            case 'd': out->put(t->tm_mday, 2, '0'); break;
            case 'e': out->put(t->tm_mday, 2, ' '); break;
            case 'H': out->put(t->tm_hour, 2, '0'); break;
            case 'I': out->put(hour12, 2, '0'); break;
            case 'M': out->put(t->tm_min, 2, '0'); break;
            case 'S': out->put(t->tm_sec, 2, '0'); break;
            case 'j': out->put(t->tm_yday + 1, 3, '0'); break;
            case 'u': out->put(t->tm_wday == 0 ? 7 : t->tm_wday, 1, '0'); break;
            case 'w': out->put(t->tm_wday, 1, '0'); break;
            case 'A': out->put(__simt_day(t->tm_wday), 99); break;
            case 'a': out->put(__simt_day(t->tm_wday), 3); break;
            case 'B': out->put(__simt_month(t->tm_mon), 99); break;
            case 'b':
            case 'h': out->put(__simt_month(t->tm_mon), 3); break;
            case 'p': out->put(t->tm_hour < 12 ? "AM" : "PM", 2); break;
            case 'Z': out->put("UTC", 3); break;
            case 'z': out->put("+0000", 5); break;
            case 'n': out->put('\n'); break;
            case 't': out->put('\t'); break;
            case 'F': __simt_time_text(out, "%Y-%m-%d", t); break;
            case 'T':
            case 'X': __simt_time_text(out, "%H:%M:%S", t); break;
            case 'R': __simt_time_text(out, "%H:%M", t); break;
            case 'D':
            case 'x': __simt_time_text(out, "%m/%d/%y", t); break;
            case 'c': __simt_time_text(out, "%a %b %e %H:%M:%S %Y", t); break;
            case 'r': __simt_time_text(out, "%I:%M:%S %p", t); break;
            case 0: --format; break;
            default: out->put(*format); break;
        }
    }
}
inline size_t strftime(char *to, size_t room, const char *format, const tm *t) {
    __simt_text out = {to, room, 0};
    __simt_time_text(&out, format, t);
    if (out.used >= room) return 0;
    to[out.used] = 0;
    return out.used;
}
inline char __simt_date[32] = {};
inline char *asctime(const tm *t) {
    strftime(__simt_date, 32, "%a %b %e %H:%M:%S %Y\n", t);
    return __simt_date;
}
inline char *ctime(const time_t *when) { return asctime(gmtime(when)); }
