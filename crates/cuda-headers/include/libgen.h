// The parts of a path. They write into it, as POSIX allows.
#pragma once
#include <string.h>
inline char __simt_no_path[] = ".";
inline char *__xpg_basename(char *path) {
    if (!path || !*path) return __simt_no_path;
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/') path[--end] = 0;
    char *last = strrchr(path, '/');
    return last && last[1] ? last + 1 : path;
}
inline char *dirname(char *path) {
    if (!path || !*path) return __simt_no_path;
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/') --end;
    while (end > 0 && path[end - 1] != '/') --end;
    if (end == 0) return __simt_no_path;
    while (end > 1 && path[end - 1] == '/') --end;
    path[end] = 0;
    return path;
}
#define basename __xpg_basename
