// The C library's input and output. `printf` is the compiler's; what has no body is a system call.
#pragma once
#include <simt/file.h>
#include <simt/scan.h>
#include <stdarg.h>
extern "C" void *realloc(void *p, size_t bytes);
#define EOF (-1)
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define BUFSIZ 8192
#define _IONBF 2
#define _IOLBF 1
#define _IOFBF 0
#define FILENAME_MAX 4096
#define stdin ((FILE *)64)
#define stdout ((FILE *)1)
#define stderr ((FILE *)2)
extern "C" {
int sprintf(char *to, const char *format, ...);
int sscanf(const char *text, const char *format, ...);
int vfprintf(FILE *file, const char *format, va_list list);
int vsnprintf(char *to, size_t room, const char *format, va_list list);
int __simt_remove(const char *name);
}
inline int vprintf(const char *format, va_list list) { return vfprintf(stdout, format, list); }
inline int vsprintf(char *to, const char *format, va_list list) { return vsnprintf(to, (size_t)-1, format, list); }
inline int fileno(FILE *file) { return __simt_number(file); }
inline int fputs(const char *text, FILE *file) { return (int)__simt_write(__simt_number(file), text, strlen(text)); }
inline int puts(const char *text) {
    fputs(text, stdout);
    __simt_write(1, "\n", 1);
    return 1;
}
inline int fputc(int c, FILE *file) {
    char one = (char)c;
    __simt_write(__simt_number(file), &one, 1);
    return (unsigned char)one;
}
inline int putc(int c, FILE *file) { return fputc(c, file); }
inline int putchar(int c) { return fputc(c, stdout); }
inline size_t fwrite(const void *from, size_t bytes, size_t count, FILE *file) {
    long done = __simt_write(__simt_number(file), from, bytes * count);
    return bytes == 0 || done < 0 ? 0 : done / bytes;
}
inline FILE *fopen(const char *name, const char *mode) {
    // The operating system refuses it, so that glibc gives null.
    if (!name) return nullptr;
    int file = __simt_open(name, mode);
    if (file < 0) return nullptr;
    __simt_forget(file);
    return (FILE *)(long)file;
}
// Another file under the number of one that is open: what a program reads and writes stays as it is written.
inline FILE *freopen(const char *name, const char *mode, FILE *file) {
    __simt_forget(__simt_number(file));
    return __simt_reopen(__simt_number(file), name, mode) < 0 ? nullptr : file;
}
inline int fclose(FILE *file) { return __simt_close(__simt_number(file)); }
inline int fflush(FILE *file) {
    if (!file || file == stdout) __simt_write(1, "", 0);
    return 0;
}
inline int setvbuf(FILE *file, char *buffer, int mode, size_t bytes) { return 0; }
inline void setbuf(FILE *file, char *buffer) {}
inline int feof(FILE *file) { return __simt_input_of(__simt_number(file))->ended; }
inline int ferror(FILE *file) { return __simt_input_of(__simt_number(file))->failed; }
inline void clearerr(FILE *file) { __simt_input_of(__simt_number(file))->ended = false; }
inline int fgetc(FILE *file) { return __simt_get(__simt_number(file)); }
inline int getc(FILE *file) { return __simt_get(__simt_number(file)); }
inline int getchar() { return __simt_get(0); }
inline int ungetc(int c, FILE *file) {
    return c == EOF ? EOF : __simt_put_back(__simt_number(file), (unsigned char)c);
}
inline char *fgets(char *to, int room, FILE *file) {
    int n = 0;
    while (n + 1 < room) {
        int c = __simt_get(__simt_number(file));
        if (c < 0) break;
        to[n++] = (char)c;
        if (c == '\n') break;
    }
    if (n == 0) return nullptr;
    to[n] = 0;
    return to;
}
inline long getdelim(char **line, size_t *room, int last, FILE *file) {
    size_t n = 0;
    for (;;) {
        int c = __simt_get(__simt_number(file));
        if (c < 0 && n == 0) return -1;
        if (!*line || n + 2 > *room) {
            *room = 2 * n + 120;
            *line = (char *)realloc(*line, *room);
        }
        if (c >= 0) (*line)[n++] = (char)c;
        if (c < 0 || c == last) break;
    }
    (*line)[n] = 0;
    return (long)n;
}
inline long getline(char **line, size_t *room, FILE *file) { return getdelim(line, room, '\n', file); }
inline size_t fread(void *to, size_t bytes, size_t count, FILE *file) {
    return bytes == 0 ? 0 : __simt_take(__simt_number(file), to, bytes * count) / bytes;
}
inline int fseek(FILE *file, long by, int from) {
    long ahead = __simt_forget(__simt_number(file));
    return __simt_seek(__simt_number(file), from == SEEK_CUR ? by - ahead : by, from) < 0 ? -1 : 0;
}
inline long ftell(FILE *file) {
    __simt_input *in = __simt_input_of(__simt_number(file));
    return __simt_seek(__simt_number(file), 0, SEEK_CUR) - (in->end - in->at);
}
inline void rewind(FILE *file) { fseek(file, 0, SEEK_SET); }
// As a copy, after which the old name is gone.
inline int rename(const char *from, const char *to) {
    int old = __simt_open(from, "rb");
    if (old < 0) return -1;
    if (strlen(from) == strlen(to) && memcmp(from, to, strlen(to)) == 0) return __simt_close(old);
    int made = __simt_open(to, "wb");
    char block[4096];
    long n = made < 0 ? -1 : __simt_read(old, block, sizeof block);
    for (; n > 0; n = __simt_read(old, block, sizeof block)) __simt_write(made, block, n);
    if (made >= 0) __simt_close(made);
    __simt_close(old);
    return n < 0 ? -1 : __simt_remove(from);
}
inline int remove(const char *name) { return __simt_remove(name); }
// A file that is gone when it is closed: its name is taken away at once. It is made beside the program, where it may write.
inline FILE *tmpfile() {
    char name[64];
    for (int i = 0; i < 100000; ++i) {
        snprintf(name, sizeof(name), "simt-%d.tmp", i);
        int taken = __simt_open(name, "r");
        if (taken >= 0) {
            __simt_close(taken);
            continue;
        }
        FILE *file = fopen(name, "w+b");
        if (file) __simt_remove(name);
        return file;
    }
    return nullptr;
}
inline void perror(const char *text) { fprintf(stderr, "%s: No such file or directory\n", text); }

template <class... T> int fscanf(FILE *file, const char *format, T... to) { return __simt_scan(__simt_number(file), format, to...); }
template <class... T> int scanf(const char *format, T... to) { return __simt_scan(0, format, to...); }
