// Names as g++ mangles them, made readable: what `typeid` gives, fundamental types, classes in namespaces, pointers and references.
#pragma once
#include <stdlib.h>
namespace __cxxabiv1 {
// The text so far, and what is left of the name.
struct __demangled {
    const char *__at;
    char *__text;
    size_t __used;
    bool __failed;
    void __put(char c) { __text[__used++] = c; }
    void __put(const char *text) {
        while (*text) __put(*text++);
    }
    bool __take(char c) {
        bool is = *__at == c;
        __at += is;
        return is;
    }
    void __word() {
        size_t n = 0;
        while (*__at >= '0' && *__at <= '9') n = n * 10 + (*__at++ - '0');
        if (n == 0 || n > strlen(__at)) {
            __failed = true;
            return;
        }
        for (; n > 0; --n) __put(*__at++);
    }
    void __parts() {
        for (bool first = true; !__failed && !__take('E'); first = false) {
            if (!first) __put("::");
            if (__at[0] == 'S' && __at[1] == 't') {
                __at += 2;
                __put("std");
            } else {
                __word();
            }
        }
    }
    void __type() {
        // Letters of the fundamental types, each with its name.
        static const char *const known[] = {"vvoid", "bbool", "cchar", "asigned char", "hunsigned char", "sshort", "tunsigned short", "iint", "junsigned int",
                                            "llong", "munsigned long", "xlong long", "yunsigned long long", "ffloat", "ddouble", "elong double",
                                            "wwchar_t", "zellipsis"};
        for (const char *name : known) {
            if (*__at == *name) {
                ++__at;
                return __put(name + 1);
            }
        }
        if (__take('P')) return __behind("*");
        if (__take('R')) return __behind("&");
        if (__take('O')) return __behind("&&");
        if (__take('K')) return __behind(" const");
        if (__take('V')) return __behind(" volatile");
        if (__take('N')) return __parts();
        if (__at[0] == 'S' && __at[1] == 't') {
            __at += 2;
            __put("std::");
        } else if (__at[0] == 'S' && __at[1] == 's') {
            __at += 2;
            return __put("std::string");
        }
        __word();
    }
    void __behind(const char *mark) {
        __type();
        __put(mark);
    }
};
// The readable name, in memory that the caller frees; null and -2 where the name is none that is known here.
inline char *__cxa_demangle(const char *name, char *output, size_t *length, int *status) {
    // No letter stands for more than the longest name of a fundamental type.
    __demangled d = {name, (char *)malloc(32 * strlen(name) + 1), 0, false};
    d.__type();
    bool good = !d.__failed && *d.__at == 0;
    if (status) *status = good ? 0 : -2;
    if (!good) {
        free(d.__text);
        return nullptr;
    }
    d.__put('\0');
    if (length) *length = d.__used;
    free(output);
    return d.__text;
}
} // namespace __cxxabiv1
namespace abi = __cxxabiv1;
