// A type of few bits beside a constant that it cannot pass.
#include <cstdint>
__global__ void k(int *x, unsigned char u, signed char c, unsigned short s, int n, unsigned w) {
    for (uint8_t i = 0; i < 256; i++) x[i] = i; //~ warning: this is always true: an `unsigned char` is at most 255 //~ help: make it an `int`, which goes past 255
    for (uint8_t i = 255; i >= 0; i--) x[i] = i; //~ warning: this is always true: an `unsigned char` is never negative //~ help: make it an `int`
    if (u == -1) x[0] = 1; //~ warning: this is always false: an `unsigned char` is never negative
    if (c == 200) x[0] = 1; //~ warning: this is always false: a `signed char` is at most 127
    if (-200 < c) x[0] = 1; //~ warning: this is always true: a `signed char` is at least -128
    if (s > 65535) x[0] = 1; //~ warning: this is always false: an `unsigned short` is at most 65535
    if (65536 != s) x[0] = 1; //~ warning: this is always true: an `unsigned short` is at most 65535
    if (n < 3000000000) x[0] = 1; //~ warning: this is always true: an `int` is at most 2147483647 //~ help: make it a `long long`
    if (w <= 4294967295LL) x[0] = 1; //~ warning: this is always true: an `unsigned int` is at most 4294967295
    if (u < 255 || u > 0 || u == 255 || u == 0 || c == -128 || s <= 65534 || n < 2147483647) x[0] = 2;
    if (u < 255.5f || u < n || n == -1) x[0] = 3;
    for (uint8_t i = 0; i != 255; i++) x[i] = i;
}
