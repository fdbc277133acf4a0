// Files by their numbers.
#pragma once
#include <sys/stat.h>
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
inline int open(const char *name, int how, mode_t mode = 0) {
    bool there = __simt_look(name) != 0;
    if ((there && (how & O_CREAT) && (how & O_EXCL)) || (!there && !(how & O_CREAT))) {
        errno = there ? EEXIST : ENOENT;
        return -1;
    }
    int access = how & 3;
    const char *as = access == O_RDONLY          ? "r"
                     : how & O_APPEND            ? access == O_RDWR ? "a+" : "a"
                     : how & O_TRUNC || !there ? access == O_RDWR ? "w+" : "w"
                                                 : "r+";
    int file = __simt_open(name, as);
    if (file < 0) errno = EACCES;
    return file;
}
inline int creat(const char *name, mode_t mode) { return open(name, O_CREAT | O_WRONLY | O_TRUNC, mode); }
