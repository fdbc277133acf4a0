// The command line, as NVIDIA's samples read it: `-name`, `--name`, `-name=value`.
// Next: helper_functions.h.
#pragma once
// A program may bring NVIDIA's own of some of these headers: whichever is read first is meant.
#if !defined(COMMON_HELPER_STRING_H_) && !defined(STRING_HELPER_H)
#define COMMON_HELPER_STRING_H_
#define STRING_HELPER_H
#include <fstream>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <string.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

inline int stringRemoveDelimiter(char delimiter, const char *text) {
    int start = 0;
    while (text[start] == delimiter) start++;
    return text[start] == '\0' ? 0 : start;
}
inline int getFileExtension(char *name, char **extension) {
    int length = (int)strlen(name), at = length;
    while (at > 0 && name[at - 1] != '.') at--;
    *extension = at == 0 ? NULL : name + at;
    return at;
}
// What stands after the option's name: NULL if it is not given, "" for a bare flag.
inline const char *__simt_option(int argc, const char **argv, const char *name) {
    size_t length = strlen(name);
    for (int i = 1; i < argc; i++) {
        const char *text = argv[i] + stringRemoveDelimiter('-', argv[i]);
        bool same = true;
        for (size_t j = 0; j < length && same; j++) {
            char a = text[j], b = name[j];
            same = a != '\0' && (a >= 'A' && a <= 'Z' ? a + 32 : a) == (b >= 'A' && b <= 'Z' ? b + 32 : b);
        }
        if (same && text[length] == '=') return text + length + 1;
        if (same && text[length] == '\0') return text + length;
    }
    return NULL;
}
inline bool checkCmdLineFlag(const int argc, const char **argv, const char *name) {
    return __simt_option(argc, argv, name) != NULL;
}
inline int getCmdLineArgumentInt(const int argc, const char **argv, const char *name) {
    const char *value = __simt_option(argc, argv, name);
    return value ? atoi(value) : 0;
}
inline float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name) {
    const char *value = __simt_option(argc, argv, name);
    return value ? (float)atof(value) : 0.0f;
}
template <class T> bool getCmdLineArgumentValue(const int argc, const char **argv, const char *name, T *value) {
    const char *text = __simt_option(argc, argv, name);
    if (text) *value = (T)atoi(text);
    return text != NULL;
}
inline bool getCmdLineArgumentString(const int argc, const char **argv, const char *name, char **value) {
    const char *text = __simt_option(argc, argv, name);
    *value = (char *)text;
    return text != NULL;
}
// Files lie in the folder the program is started in, beside the program, or in a folder `data` of either.
inline char *sdkFindFilePath(const char *name, const char *program) {
    const char *folders[] = {"", "data/"};
    const char *slash = program ? strrchr(program, '/') : NULL;
    int own = slash ? (int)(slash - program) + 1 : 0;
    char *path = (char *)malloc(own + strlen(name) + 8);
    for (int beside = 0; beside <= (own > 0 ? 1 : 0); beside++) {
        for (int i = 0; i < 2; i++) {
            strncpy(path, program, beside ? own : 0);
            path[beside ? own : 0] = 0;
            strcat(strcat(path, folders[i]), name);
            FILE *file = fopen(path, "rb");
            if (!file) continue;
            fclose(file);
            return path;
        }
    }
    free(path);
    return NULL;
}

#endif
