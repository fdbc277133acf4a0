// A little of POSIX.
#pragma once
#include <simt/file.h>
inline int usleep(unsigned int microseconds) { return 0; }
inline unsigned int sleep(unsigned int seconds) { return 0; }
inline int getpid() { return 1000; }
inline int isatty(int file) { return 0; }
inline long write(int file, const void *from, size_t bytes) { return __simt_write(file, from, bytes); }
inline char *optarg = nullptr;
inline int optind = 1;
inline int optopt = 0;
inline int opterr = 1;
inline int __simt_option_at = 1;
inline int getopt(int argc, char *const argv[], const char *options) {
    if (optind >= argc || argv[optind][0] != '-' || argv[optind][1] == 0) return -1;
    char *word = argv[optind];
    if (word[1] == '-' && word[2] == 0) {
        ++optind;
        return -1;
    }
    char c = word[__simt_option_at++];
    const char *known = options;
    while (*known && *known != c) ++known;
    optarg = nullptr;
    bool last = word[__simt_option_at] == 0;
    if (*known && known[1] == ':') {
        optarg = last ? optind + 1 < argc ? argv[++optind] : nullptr : word + __simt_option_at;
        last = true;
    }
    if (last) {
        ++optind;
        __simt_option_at = 1;
    }
    if (*known && (known[1] != ':' || optarg)) return c;
    optopt = c;
    return '?';
}
