// A little of POSIX.
#pragma once
#include <errno.h>
#include <stdio.h>
#include <simt/file.h>
#include <simt/sleep.h>
#include <sys/stat.h>
extern "C" int __simt_remove(const char *name);
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define _SC_CLK_TCK 2
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
inline int usleep(unsigned int microseconds) {
    __simt_sleep(microseconds * 1000l);
    return 0;
}
inline unsigned int sleep(unsigned int seconds) {
    __simt_sleep(seconds * 1000000000l);
    return 0;
}
inline int getpid() { return 1000; }
inline int gettid() { return 1000; }
// What <sys/syscall.h> has a number for; any other call fails.
inline long syscall(long number) {
    if (number == 39 || number == 186) return 1000;
    errno = ENOSYS;
    return -1;
}
inline int isatty(int file) { return 0; }
inline long write(int file, const void *from, size_t bytes) { return __simt_write(file, from, bytes); }
inline long read(int file, void *to, size_t bytes) { return __simt_read(file, to, bytes); }
inline long lseek(int file, long by, int from) { return __simt_seek(file, by, from); }
// Whether a file's memory is mapped: it is closed when that ends.
inline bool (*__simt_file_is_mapped)(int file) = nullptr;
inline bool __simt_closed_late[64] = {};
inline int close(int file) {
    if (!__simt_file_is_mapped || file < 0 || file >= 64 || !__simt_file_is_mapped(file)) return __simt_close(file);
    __simt_closed_late[file] = true;
    return 0;
}
// A longer file ends in zeros; it cannot be made shorter here.
inline int ftruncate(int file, long bytes) {
    long here = __simt_seek(file, 0, 1), end = __simt_seek(file, 0, 2);
    if (here < 0 || end > bytes) {
        errno = here < 0 ? EBADF : EINVAL;
        return -1;
    }
    static const char zeros[512] = {};
    while (end < bytes) {
        long more = __simt_write(file, zeros, bytes - end < 512 ? bytes - end : 512);
        if (more <= 0) return -1;
        end += more;
    }
    __simt_seek(file, here, 0);
    return 0;
}
inline int unlink(const char *name) { return __simt_remove(name); }
inline int access(const char *name, int mode) { return __simt_look(name) != 0 ? 0 : -1; }
inline long sysconf(int what) { return what == _SC_PAGESIZE ? 4096 : what == _SC_CLK_TCK ? 100 : 1; }
inline int getpagesize() { return 4096; }
inline char *getcwd(char *to, size_t room) {
    if (room < 2) return nullptr;
    to[0] = '.';
    to[1] = 0;
    return to;
}
inline int gethostname(char *to, size_t room) {
    const char *name = "course";
    for (size_t i = 0; i < room && (i == 0 || name[i - 1]); ++i) to[i] = name[i];
    return 0;
}
inline char *optarg = nullptr;
inline int optind = 1;
inline int optopt = 0;
inline int opterr = 1;
// Where in a word of several options the next one stands; how many operands stand before the words that follow.
inline int __simt_option_at = 1, __simt_operands = 0;
inline void __simt_pull(char *const argv[], int from, int to) {
    char **words = (char **)argv, *word = words[from];
    for (; from > to; --from) words[from] = words[from - 1];
    words[to] = word;
}
// Brings the next word of options to `optind`, before the operands, as the GNU library does; false where none is left.
inline bool __simt_next_option(int argc, char *const argv[], const char *options) {
    if (__simt_option_at > 1) return true;
    int i = optind;
    while (i < argc && (argv[i][0] != '-' || argv[i][1] == 0)) ++i;
    if (i >= argc || (i > optind && options[0] == '+')) return false;
    __simt_pull(argv, i, optind);
    __simt_operands = i - optind;
    if (argv[optind][1] != '-' || argv[optind][2] != 0) return true;
    ++optind;
    return false;
}
// The word after the option at hand, as its value; null where there is none.
inline char *__simt_option_value(int argc, char *const argv[]) {
    int from = optind + 1 + __simt_operands;
    if (from >= argc) return nullptr;
    __simt_pull(argv, from, ++optind);
    return argv[optind];
}
inline int __simt_short_option(int argc, char *const argv[], const char *options) {
    char *word = argv[optind];
    char c = word[__simt_option_at++];
    const char *known = options;
    while (*known && (*known != c || c == ':')) ++known;
    optarg = nullptr;
    bool last = word[__simt_option_at] == 0, takes = *known && known[1] == ':', may = takes && known[2] == ':';
    if (takes) {
        optarg = !last ? word + __simt_option_at : may ? nullptr : __simt_option_value(argc, argv);
        last = true;
    }
    if (last) {
        ++optind;
        __simt_option_at = 1;
    }
    if (*known && (!takes || may || optarg)) return c;
    optopt = c;
    bool silent = options[0] == ':';
    if (opterr && !silent) fprintf(stderr, *known ? "%s: option requires an argument -- '%c'\n" : "%s: invalid option -- '%c'\n", argv[0], c);
    return *known && silent ? ':' : '?';
}
inline int getopt(int argc, char *const argv[], const char *options) {
    return __simt_next_option(argc, argv, options) ? __simt_short_option(argc, argv, options) : -1;
}
