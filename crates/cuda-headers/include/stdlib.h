// The C library's general part. What has no body is a system call.
#pragma once
#include <simt/base.h>
extern "C" {
void *calloc(size_t count, size_t bytes);
void *realloc(void *p, size_t bytes);
void exit(int status);
void _exit(int status);
int atexit(void (*f)());
int rand();
void srand(unsigned int seed);
double __simt_strtod(const char *text, char **end);
char *__simt_getenv(const char *name);
int system(const char *command);
}
inline void _Exit(int status) { _exit(status); }
inline void quick_exit(int status) { exit(status); }
inline char *getenv(const char *name) { return __simt_getenv(name); }
inline int setenv(const char *name, const char *value, int overwrite) { return 0; }
// Of a function's frame; here it stays until the program ends.
inline void *__builtin_alloca(size_t bytes) { return malloc(bytes); }
inline void *alloca(size_t bytes) { return malloc(bytes); }
inline void *aligned_alloc(size_t align, size_t bytes) { return malloc(bytes); }
inline void *memalign(size_t align, size_t bytes) { return aligned_alloc(align, bytes); }
inline int posix_memalign(void **to, size_t align, size_t bytes) {
    *to = malloc(bytes);
    return *to ? 0 : 12;
}

inline double strtod(const char *text, char **end) { return __simt_strtod(text, end); }
inline long double strtold(const char *text, char **end) { return __simt_strtod(text, end); }
inline float strtof(const char *text, char **end) { return (float)__simt_strtod(text, end); }
inline unsigned long long __simt_integer(const char *text, char **end, int base, bool *negative, bool *overflow) {
    const char *p = text;
    while (*p == ' ' || (*p >= '\t' && *p <= '\r')) ++p;
    *negative = *p == '-';
    if (*p == '-' || *p == '+') ++p;
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
        char c = p[2];
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) {
            p += 2;
            base = 16;
        }
    }
    if (base == 0) base = *p == '0' ? 8 : 10;
    unsigned long long value = 0;
    const char *first = p;
    *overflow = false;
    for (;; ++p) {
        int digit = *p >= '0' && *p <= '9' ? *p - '0' : *p >= 'a' && *p <= 'z' ? *p - 'a' + 10 : *p >= 'A' && *p <= 'Z' ? *p - 'A' + 10 : 99;
        if (digit >= base) break;
        if (value > (0xffffffffffffffffull - digit) / base) *overflow = true;
        value = value * base + digit;
    }
    if (end) *end = (char *)(p == first ? text : p);
    return value;
}
inline long strtol(const char *text, char **end, int base) {
    bool negative, overflow;
    unsigned long long value = __simt_integer(text, end, base, &negative, &overflow);
    if (overflow || value > 0x7fffffffffffffffull) return negative ? -0x7fffffffffffffffl - 1 : 0x7fffffffffffffffl;
    return negative ? -(long)value : (long)value;
}
inline unsigned long strtoul(const char *text, char **end, int base) {
    bool negative, overflow;
    unsigned long long value = __simt_integer(text, end, base, &negative, &overflow);
    return overflow ? 0xfffffffffffffffful : negative ? 0ul - value : value;
}
inline long long strtoll(const char *text, char **end, int base) { return strtol(text, end, base); }
inline unsigned long long strtoull(const char *text, char **end, int base) { return strtoul(text, end, base); }
inline double atof(const char *text) { return __simt_strtod(text, nullptr); }
inline int atoi(const char *text) { return (int)strtol(text, nullptr, 10); }
inline long atol(const char *text) { return strtol(text, nullptr, 10); }
inline long long atoll(const char *text) { return strtol(text, nullptr, 10); }

inline long labs(long value) { return value < 0 ? -value : value; }
inline long long llabs(long long value) { return value < 0 ? -value : value; }
struct div_t { int quot, rem; };
struct ldiv_t { long quot, rem; };
inline div_t div(int a, int b) { return div_t{a / b, a % b}; }
inline ldiv_t ldiv(long a, long b) { return ldiv_t{a / b, a % b}; }

// drand48's generator: 48 bits, linear.
inline unsigned long long __simt_state48 = 0x1234abcd330eull;
inline void srand48(long seed) { __simt_state48 = ((unsigned long long)(unsigned int)seed << 16) | 0x330e; }
inline unsigned long long __simt_next48() {
    __simt_state48 = (__simt_state48 * 0x5deece66dull + 0xb) & 0xffffffffffffull;
    return __simt_state48;
}
inline double drand48() { return (double)__simt_next48() / 281474976710656.0; }
inline long lrand48() { return (long)(__simt_next48() >> 17); }
inline long mrand48() { return (long)(int)(__simt_next48() >> 16); }
inline long random() { return rand(); }
inline void srandom(unsigned int seed) { srand(seed); }
inline int rand_r(unsigned int *seed) {
    unsigned int next = *seed * 1103515245u + 12345u;
    int result = (int)((next / 65536) % 2048);
    next = next * 1103515245u + 12345u;
    result = (result << 10) ^ (int)((next / 65536) % 1024);
    next = next * 1103515245u + 12345u;
    result = (result << 10) ^ (int)((next / 65536) % 1024);
    *seed = next;
    return result;
}

// Merge sort, as glibc's qsort is: equal elements keep their order. Elements of 4 and of 8 bytes are moved as one word, others by `memcpy`.
template <class W>
void __simt_merge_words(W *data, size_t count, int (*compare)(const void *, const void *), W *room) {
    if (count < 2) return;
    size_t half = count / 2;
    __simt_merge_words(data, half, compare, room);
    __simt_merge_words(data + half, count - half, compare, room);
    W *left = data, *middle = data + half, *right = middle, *end = data + count, *to = room;
    while (left < middle && right < end) {
        if (compare(left, right) <= 0) *to++ = *left++;
        else *to++ = *right++;
    }
    size_t rest = middle - left, made = to - room;
    if (rest > 0) memcpy(to, left, rest * sizeof(W));
    memcpy(data, room, (made + rest) * sizeof(W));
}
inline void __simt_merge_sort(char *data, size_t count, size_t bytes, int (*compare)(const void *, const void *), char *room) {
    if (count < 2) return;
    size_t half = count / 2;
    char *left = data, *right = data + half * bytes;
    __simt_merge_sort(left, half, bytes, compare, room);
    __simt_merge_sort(right, count - half, bytes, compare, room);
    size_t i = 0, j = half, k = 0;
    while (i < half && j < count) {
        if (compare(data + i * bytes, data + j * bytes) <= 0) memcpy(room + k++ * bytes, data + i++ * bytes, bytes);
        else memcpy(room + k++ * bytes, data + j++ * bytes, bytes);
    }
    if (i < half) memcpy(room + k * bytes, data + i * bytes, (half - i) * bytes);
    memcpy(data, room, (k + half - i) * bytes);
}
inline void qsort(void *data, size_t count, size_t bytes, int (*compare)(const void *, const void *)) {
    char *room = (char *)malloc(count * bytes + 1);
    if (bytes == 4) __simt_merge_words((unsigned int *)data, count, compare, (unsigned int *)room);
    else if (bytes == 8) __simt_merge_words((unsigned long *)data, count, compare, (unsigned long *)room);
    else __simt_merge_sort((char *)data, count, bytes, compare, room);
    free(room);
}
inline void *bsearch(const void *key, const void *data, size_t count, size_t bytes, int (*compare)(const void *, const void *)) {
    size_t from = 0, to = count;
    while (from < to) {
        size_t middle = (from + to) / 2;
        char *at = (char *)data + middle * bytes;
        int order = compare(key, at);
        if (order == 0) return at;
        if (order < 0) to = middle;
        else from = middle + 1;
    }
    return nullptr;
}
