// Memory by the page, without a file behind it.
#pragma once
#include <simt/base.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 0x20
#define MAP_ANON 0x20
#define MAP_FAILED ((void *)-1)
extern "C" void *calloc(size_t count, size_t bytes);
inline void *mmap(void *where, size_t bytes, int access, int kind, int file, long from) {
    void *made = kind & MAP_ANONYMOUS ? calloc(bytes, 1) : nullptr;
    return made ? made : MAP_FAILED;
}
inline int munmap(void *p, size_t bytes) {
    free(p);
    return 0;
}
inline int mlock(const void *p, size_t bytes) { return 0; }
inline int munlock(const void *p, size_t bytes) { return 0; }
