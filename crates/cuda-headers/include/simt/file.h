// Files below stdio.h and the streams. A file is a small number (0, 1 and 2 are there from the start), and a `FILE *` is
// that number as a pointer, 64 for 0, as `stdin` is not null. Reading goes through one buffer a file; writing goes straight to
// the machine.
#pragma once
#include <simt/base.h>
struct _IO_FILE;
typedef _IO_FILE FILE;
extern "C" {
// The number of the file, or -1. The mode as fopen has it.
int __simt_open(const char *name, const char *mode);
// The same under the number of a file that is closed for it; -1 if it cannot be.
int __simt_reopen(int file, const char *name, const char *mode);
int __simt_close(int file);
// How many bytes were taken or written; 0 at the end.
long __simt_read(int file, void *to, size_t bytes);
long __simt_write(int file, const void *from, size_t bytes);
// The new place, or -1. From 0 the start, 1 here, 2 the end.
long __simt_seek(int file, long by, int from);
int fprintf(FILE *file, const char *format, ...);
int snprintf(char *to, size_t room, const char *format, ...);
}
struct __simt_input {
    char *data;
    int at, end;
    bool ended, failed;
};
inline __simt_input __simt_inputs[64] = {};
// A null pointer, which fopen gives where there is no such file, ends a program here as it does in glibc.
inline int __simt_number(FILE *file) {
    if (!file) (void)*(volatile char *)file;
    return (int)(long)file & 63;
}
inline __simt_input *__simt_input_of(int file) { return &__simt_inputs[file & 63]; }
// Reads more; false at the end.
inline bool __simt_refill(int file, __simt_input *in) {
    if (!in->data) in->data = (char *)malloc(4096);
    in->at = 0;
    long got = __simt_read(file, in->data, 4096);
    in->end = got > 0 ? (int)got : 0;
    in->ended = got <= 0;
    return got > 0;
}
inline int __simt_peek(int file) {
    __simt_input *in = __simt_input_of(file);
    if (in->at == in->end && !__simt_refill(file, in)) return -1;
    return (unsigned char)in->data[in->at];
}
inline int __simt_get(int file) {
    int c = __simt_peek(file);
    if (c >= 0) ++__simt_input_of(file)->at;
    return c;
}
inline void __simt_unget(int file) {
    __simt_input *in = __simt_input_of(file);
    if (in->at > 0) --in->at;
    in->ended = false;
}
// Another character in its place, or before the first; -1 where there is no room.
inline int __simt_put_back(int file, unsigned char c) {
    __simt_input *in = __simt_input_of(file);
    if (!in->data) in->data = (char *)malloc(4096);
    if (in->at == 0) {
        if (in->end == 4096) return -1;
        memmove(in->data + 1, in->data, in->end);
        ++in->end;
        ++in->at;
    }
    in->data[--in->at] = (char)c;
    in->ended = false;
    return c;
}
// Forgets what was read ahead, for a seek or another file of the same number.
inline long __simt_forget(int file) {
    __simt_input *in = __simt_input_of(file);
    long ahead = in->end - in->at;
    in->at = in->end = 0;
    in->ended = in->failed = false;
    return ahead;
}
inline size_t __simt_take(int file, void *to, size_t bytes) {
    __simt_input *in = __simt_input_of(file);
    char *at = (char *)to;
    size_t left = bytes;
    while (left > 0) {
        size_t have = in->end - in->at;
        if (have > 0) {
            size_t n = have < left ? have : left;
            memcpy(at, in->data + in->at, n);
            in->at += (int)n;
            at += n;
            left -= n;
        } else if (left >= 4096) {
            long got = __simt_read(file, at, left);
            if (got <= 0) {
                in->ended = true;
                break;
            }
            at += got;
            left -= got;
        } else if (!__simt_refill(file, in)) {
            break;
        }
    }
    return bytes - left;
}
