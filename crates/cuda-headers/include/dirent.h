// What is in a folder, as C has it: `.` and `..` first, then by name.
#pragma once
#include <simt/base.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
long __simt_names(const char *path, char *to, size_t room);
#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10
struct dirent {
    unsigned long d_ino;
    long d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};
typedef struct __folder {
    char *path;
    char *names;
    const char *next;
    int dots;
    struct dirent now;
} DIR;
inline DIR *opendir(const char *path) {
    long size = __simt_names(path, NULL, 0);
    if (size < 0) return NULL;
    DIR *folder = (DIR *)calloc(1, sizeof(DIR));
    folder->path = (char *)malloc(strlen(path) + 1);
    strcpy(folder->path, path);
    folder->names = (char *)malloc(size + 1);
    __simt_names(path, folder->names, size + 1);
    folder->next = folder->names;
    return folder;
}
inline struct dirent *readdir(DIR *folder) {
    struct dirent *now = &folder->now;
    now->d_ino++;
    if (folder->dots < 2) {
        strcpy(now->d_name, folder->dots++ == 0 ? "." : "..");
        now->d_type = DT_DIR;
        return now;
    }
    const char *end = strchr(folder->next, '/');
    if (!end) return NULL;
    size_t length = end - folder->next;
    if (length > 255) length = 255;
    memcpy(now->d_name, folder->next, length);
    now->d_name[length] = 0;
    folder->next = end + 1;
    size_t before = strlen(folder->path);
    char *whole = (char *)malloc(before + length + 2);
    memcpy(whole, folder->path, before);
    whole[before] = '/';
    strcpy(whole + before + 1, now->d_name);
    int found = __simt_look(whole);
    free(whole);
    now->d_type = found == 2 ? DT_DIR : found == 1 ? DT_REG : DT_UNKNOWN;
    return now;
}
inline void rewinddir(DIR *folder) {
    folder->next = folder->names;
    folder->dots = 0;
}
inline int closedir(DIR *folder) {
    free(folder->path);
    free(folder->names);
    free(folder);
    return 0;
}
