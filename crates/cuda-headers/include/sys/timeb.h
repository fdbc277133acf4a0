// The time of day in milliseconds, as C had it once.
#pragma once
#include <time.h>
struct timeb {
    time_t time;
    unsigned short millitm;
    short timezone, dstflag;
};
inline int ftime(struct timeb *to) {
    long now = __simt_wall();
    to->time = now / 1000000000;
    to->millitm = (unsigned short)(now / 1000000 % 1000);
    to->timezone = to->dstflag = 0;
    return 0;
}
