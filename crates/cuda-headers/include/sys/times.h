// The clock ticks that a process has used, a hundred a second; there is no other process to count.
#pragma once
#include <time.h>
struct tms {
    clock_t tms_utime, tms_stime, tms_cutime, tms_cstime;
};
inline clock_t times(tms *used) {
    clock_t ticks = __simt_now() / 10000000;
    if (used) {
        used->tms_utime = ticks;
        used->tms_stime = used->tms_cutime = used->tms_cstime = 0;
    }
    return ticks;
}
