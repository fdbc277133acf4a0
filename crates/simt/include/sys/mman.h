// Memory by the page. What is mapped of a file is read at once, so a mapping that is to change the file fails.
#pragma once
#include <errno.h>
#include <simt/file.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 0x20
#define MAP_ANON 0x20
#define MAP_POPULATE 0x8000
#define MAP_NORESERVE 0x4000
#define MS_ASYNC 1
#define MS_SYNC 4
#define MADV_NORMAL 0
#define MADV_RANDOM 1
#define MADV_SEQUENTIAL 2
#define MADV_WILLNEED 3
#define MAP_FAILED ((void *)-1)
extern "C" void *calloc(size_t count, size_t bytes);
inline void *mmap(void *where, size_t bytes, int access, int kind, int file, long from) {
    bool apart = kind & MAP_ANONYMOUS, changes = (kind & MAP_SHARED) && (access & PROT_WRITE);
    long here = apart ? 0 : __simt_seek(file, 0, 1);
    if (bytes == 0 || here < 0 || (changes && !apart) || (!apart && __simt_seek(file, from, 0) < 0)) {
        errno = bytes == 0 ? EINVAL : here < 0 ? EBADF : EACCES;
        return MAP_FAILED;
    }
    char *made = (char *)calloc(bytes, 1);
    if (!made) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    if (apart) return made;
    for (size_t done = 0; done < bytes;) {
        long more = __simt_read(file, made + done, bytes - done);
        if (more <= 0) break;
        done += more;
    }
    __simt_seek(file, here, 0);
    return made;
}
inline int munmap(void *p, size_t bytes) {
    free(p);
    return 0;
}
inline int msync(void *p, size_t bytes, int how) { return 0; }
inline int madvise(void *p, size_t bytes, int advice) { return 0; }
inline int mprotect(void *p, size_t bytes, int access) { return 0; }
inline int mlock(const void *p, size_t bytes) { return 0; }
inline int munlock(const void *p, size_t bytes) { return 0; }
