// GNU's `error`: a message on stderr, what a number of the C library means, and the end of the program unless its status is 0.
#pragma once
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
inline unsigned int error_message_count = 0;
inline void error(int status, int number, const char *format, ...) {
    fflush(stdout);
    fprintf(stderr, "program: ");
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    if (number) fprintf(stderr, ": %s", strerror(number));
    fprintf(stderr, "\n");
    ++error_message_count;
    if (status) exit(status);
}
