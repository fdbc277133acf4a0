// Memory by the page. What is mapped of a file is read at once; what is to change the file is written there by `munmap`, by `msync`, and where
// the program ends. The file stays open until then.
#pragma once
#include <errno.h>
#include <simt/file.h>
#include <unistd.h>
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
extern "C" {
void *calloc(size_t count, size_t bytes);
int atexit(void (*last)());
}
// A mapping that changes its file.
struct __simt_mapping {
    char *at;
    size_t bytes;
    int file;
    long from;
    __simt_mapping *next;
};
inline __simt_mapping *__simt_mappings = nullptr;
inline bool __simt_is_mapped(int file) {
    for (__simt_mapping *m = __simt_mappings; m; m = m->next)
        if (m->file == file) return true;
    return false;
}
inline void __simt_write_back(const __simt_mapping *m) {
    long here = __simt_seek(m->file, 0, 1);
    __simt_seek(m->file, m->from, 0);
    __simt_write(m->file, m->at, m->bytes);
    __simt_seek(m->file, here, 0);
}
inline void __simt_write_all_back() {
    for (__simt_mapping *m = __simt_mappings; m; m = m->next) __simt_write_back(m);
}
inline void __simt_map_to(int file, char *at, size_t bytes, long from) {
    if (!__simt_file_is_mapped) atexit(__simt_write_all_back);
    __simt_file_is_mapped = __simt_is_mapped;
    __simt_mapping *m = (__simt_mapping *)malloc(sizeof(__simt_mapping));
    *m = {at, bytes, file, from, __simt_mappings};
    __simt_mappings = m;
}
inline void *mmap(void *where, size_t bytes, int access, int kind, int file, long from) {
    bool apart = kind & MAP_ANONYMOUS, changes = !apart && (kind & MAP_SHARED) && (access & PROT_WRITE);
    long here = apart ? 0 : __simt_seek(file, 0, 1);
    if (bytes == 0 || here < 0 || (!apart && __simt_seek(file, from, 0) < 0)) {
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
    if (changes) __simt_map_to(file, made, bytes, from);
    return made;
}
inline int munmap(void *p, size_t bytes) {
    for (__simt_mapping **place = &__simt_mappings; *place; place = &(*place)->next) {
        __simt_mapping *m = *place;
        if (m->at != p) continue;
        __simt_write_back(m);
        *place = m->next;
        if (m->file < 64 && __simt_closed_late[m->file] && !__simt_is_mapped(m->file)) {
            __simt_closed_late[m->file] = false;
            __simt_close(m->file);
        }
        free(m);
        break;
    }
    free(p);
    return 0;
}
inline int msync(void *p, size_t bytes, int how) {
    for (__simt_mapping *m = __simt_mappings; m; m = m->next)
        if ((char *)p >= m->at && (char *)p < m->at + m->bytes) __simt_write_back(m);
    return 0;
}
inline int madvise(void *p, size_t bytes, int advice) { return 0; }
inline int mprotect(void *p, size_t bytes, int access) { return 0; }
inline int mlock(const void *p, size_t bytes) { return 0; }
inline int munlock(const void *p, size_t bytes) { return 0; }
