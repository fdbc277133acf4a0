// The C library's strings. What has no body is a system call.
#pragma once
#include <simt/base.h>
#include <simt/error_texts.h>
inline int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) ++a, ++b;
    return (unsigned char)*a - (unsigned char)*b;
}
inline int strncmp(const char *a, const char *b, size_t most) {
    for (; most > 0 && *a && *a == *b; --most) ++a, ++b;
    return most == 0 ? 0 : (unsigned char)*a - (unsigned char)*b;
}
inline int ffs(int bits) { return __builtin_ffs(bits); }
inline int ffsl(long bits) { return __builtin_ffsll(bits); }
inline int ffsll(long long bits) { return __builtin_ffsll(bits); }
inline int __simt_lower(char c) { return c >= 'A' && c <= 'Z' ? c + 32 : (unsigned char)c; }
inline int strcasecmp(const char *a, const char *b) {
    while (*a && __simt_lower(*a) == __simt_lower(*b)) ++a, ++b;
    return __simt_lower(*a) - __simt_lower(*b);
}
inline int strncasecmp(const char *a, const char *b, size_t most) {
    for (; most > 0 && *a && __simt_lower(*a) == __simt_lower(*b); --most) ++a, ++b;
    return most == 0 ? 0 : __simt_lower(*a) - __simt_lower(*b);
}
inline char *strcpy(char *to, const char *from) { return (char *)memcpy(to, from, strlen(from) + 1); }
inline size_t strnlen(const char *text, size_t most) {
    size_t n = 0;
    while (n < most && text[n]) ++n;
    return n;
}
inline char *strncpy(char *to, const char *from, size_t most) {
    size_t n = strnlen(from, most);
    memcpy(to, from, n);
    memset(to + n, 0, most - n);
    return to;
}
inline char *strcat(char *to, const char *from) {
    strcpy(to + strlen(to), from);
    return to;
}
inline char *strncat(char *to, const char *from, size_t most) {
    size_t n = strnlen(from, most);
    char *end = to + strlen(to);
    memcpy(end, from, n);
    end[n] = 0;
    return to;
}
inline char *strchr(const char *text, int c) {
    for (;; ++text) {
        if (*text == (char)c) return (char *)text;
        if (!*text) return nullptr;
    }
}
inline char *strrchr(const char *text, int c) {
    const char *found = nullptr;
    for (;; ++text) {
        if (*text == (char)c) found = text;
        if (!*text) return (char *)found;
    }
}
inline char *rindex(const char *text, int c) { return strrchr(text, c); }
inline void *memchr(const void *data, int c, size_t bytes) {
    const unsigned char *p = (const unsigned char *)data;
    for (size_t i = 0; i < bytes; ++i)
        if (p[i] == (unsigned char)c) return (void *)(p + i);
    return nullptr;
}
inline char *strstr(const char *text, const char *what) {
    size_t n = strlen(what);
    for (;; ++text) {
        if (strncmp(text, what, n) == 0) return (char *)text;
        if (!*text) return nullptr;
    }
}
inline size_t strspn(const char *text, const char *set) {
    size_t n = 0;
    while (text[n] && strchr(set, text[n])) ++n;
    return n;
}
inline size_t strcspn(const char *text, const char *set) {
    size_t n = 0;
    while (text[n] && !strchr(set, text[n])) ++n;
    return n;
}
inline char *strpbrk(const char *text, const char *set) {
    text += strcspn(text, set);
    return *text ? (char *)text : nullptr;
}
inline char *strtok_r(char *text, const char *set, char **rest) {
    if (!text) text = *rest;
    text += strspn(text, set);
    if (!*text) {
        *rest = text;
        return nullptr;
    }
    char *end = text + strcspn(text, set);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return text;
}
inline char *__simt_strtok_rest = nullptr;
inline char *strtok(char *text, const char *set) { return strtok_r(text, set, &__simt_strtok_rest); }
inline char *strdup(const char *text) { return strcpy((char *)malloc(strlen(text) + 1), text); }
inline void bzero(void *p, size_t bytes) { memset(p, 0, bytes); }
