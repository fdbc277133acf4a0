// What stands under a name: a file, a folder, nothing. What has no body is a system call.
#pragma once
#include <errno.h>
#include <simt/file.h>
#include <sys/types.h>
extern "C" {
// 0 for nothing, 1 for a file, 2 for a folder.
int __simt_look(const char *name);
// 0, or -1.
int __simt_make_folder(const char *name);
}
#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_IRWXU 0700
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXG 0070
#define S_IRGRP 0040
#define S_IWGRP 0020
#define S_IXGRP 0010
#define S_IRWXO 0007
#define S_IROTH 0004
#define S_IWOTH 0002
#define S_IXOTH 0001
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
struct stat {
    mode_t st_mode;
    off_t st_size;
    long st_atime, st_mtime, st_ctime;
};
inline int __simt_stat(const char *name, struct stat *to) {
    int kind = __simt_look(name);
    *to = {};
    if (kind == 0) {
        errno = ENOENT;
        return -1;
    }
    to->st_mode = kind == 2 ? S_IFDIR | 0755 : S_IFREG | 0644;
    int file = kind == 1 ? __simt_open(name, "r") : -1;
    if (file >= 0) {
        to->st_size = __simt_seek(file, 0, 2);
        __simt_close(file);
    }
    return 0;
}
// A macro, since the type has the name too.
#define stat(name, to) __simt_stat(name, to)
inline int lstat(const char *name, struct stat *to) { return __simt_stat(name, to); }
inline int fstat(int file, struct stat *to) {
    *to = {};
    long here = __simt_seek(file, 0, 1);
    if (here < 0) return -1;
    to->st_mode = S_IFREG | 0644;
    to->st_size = __simt_seek(file, 0, 2);
    __simt_seek(file, here, 0);
    return 0;
}
inline int mkdir(const char *name, mode_t mode) {
    if (__simt_make_folder(name) == 0) return 0;
    errno = __simt_look(name) != 0 ? EEXIST : ENOENT;
    return -1;
}
