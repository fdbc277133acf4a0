// Macros that the compilers define, in values and conditions.
#include <cstdio>
#if !defined(__unix__) || !defined(__amd64__) || !defined(_LP64) || !defined(__EXCEPTIONS)
#error "Linux for 64 bits is asked for"
#endif
#if __GNUC__ * 100 + __GNUC_MINOR__ < 400
#error "an old compiler"
#endif
static const char info[] = {'0' + __CUDACC_VER_MAJOR__ / 10, '0' + __CUDACC_VER_MAJOR__ % 10, '.', '0' + __CUDACC_VER_BUILD__ / 10, 0};
int main() {
    printf("%d %d %d\n", info[2] == '.', __GNUC_PATCHLEVEL__ >= 0, (int)(sizeof(__VERSION__) > 4));
    printf("%d %d\n", __SIZEOF_DOUBLE__, __SIZEOF_LONG_LONG__);
}
/* expect
1 1 1
8 8
*/
