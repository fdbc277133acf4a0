// Waiting for so long. There is nothing to wait for but time: sets of files are declared and not to be had.
#pragma once
#include <simt/sleep.h>
struct timeval {
    long tv_sec, tv_usec;
};
struct fd_set;
inline int select(int files, fd_set *to_read, fd_set *to_write, fd_set *in_need, timeval *wait) {
    if (wait) __simt_sleep(wait->tv_sec * 1000000000 + wait->tv_usec * 1000);
    return 0;
}
