// BSD's `err` family: a message on stderr, with or without what `errno` means, and the end of the program where the name begins with `err`.
#pragma once
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
inline void vwarnx(const char *format, va_list list) {
    fprintf(stderr, "program: ");
    if (format) vfprintf(stderr, format, list);
    fprintf(stderr, "\n");
}
inline void vwarn(const char *format, va_list list) {
    int number = errno;
    fprintf(stderr, "program: ");
    if (format) {
        vfprintf(stderr, format, list);
        fprintf(stderr, ": ");
    }
    fprintf(stderr, "%s\n", strerror(number));
}
inline void warn(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vwarn(format, list);
    va_end(list);
}
inline void warnx(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vwarnx(format, list);
    va_end(list);
}
inline void err(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vwarn(format, list);
    va_end(list);
    exit(status);
}
inline void errx(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vwarnx(format, list);
    va_end(list);
    exit(status);
}
