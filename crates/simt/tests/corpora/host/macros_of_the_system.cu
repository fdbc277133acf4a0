// Macros of g++ and its library that programs ask for: the system, sizes and types, the language.
#include <cstdio>
#define _GNU_SOURCE
#if !defined(__x86_64) || !defined(__linux) || !defined(linux) || !defined(unix) || !defined(__gnu_linux__) || !defined(__amd64)
#error "Linux for 64 bits is asked for"
#endif
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 17) && !__GLIBC_PREREQ(3, 0) && __GNUC_PREREQ(4, 8)
#define LIBRARY 1
#else
#define LIBRARY 0
#endif
#if __FLT_MANT_DIG__ != 24 || __DBL_DIG__ != 15 || __INT_WIDTH__ != 32 || __SIZEOF_WCHAR_T__ != 4
#error "numbers of other sizes"
#endif
#if __cpp_if_constexpr < 201606L || __cpp_structured_bindings < 201606L || !defined(__GXX_RTTI) || !defined(__cpp_exceptions)
#error "C++17 is asked for"
#endif
// What would lead to code that is not modelled.
#if defined(__AVX__) || defined(_WIN32) || defined(__APPLE__) || defined(__clang__) || defined(__OPTIMIZE__)
#error "another compiler"
#endif
int main() {
    __SIZE_TYPE__ size = 3;
    __INT64_TYPE__ wide = __INT64_C(5000000000);
    __UINT8_TYPE__ small = __UINT8_MAX__;
    printf("%lu %ld %d %d %d\n", size, wide, small, LIBRARY, __GNU_LIBRARY__);
    printf("%d %d %s\n", __BIGGEST_ALIGNMENT__, __FLOAT_WORD_ORDER__ == __ORDER_LITTLE_ENDIAN__, __INTMAX_MAX__ == __LONG_MAX__ ? "same" : "other");
}
/* expect
3 5000000000 255 1 6
16 1 same
*/
