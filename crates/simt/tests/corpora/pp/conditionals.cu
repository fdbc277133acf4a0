#define A 3
#if A > 2 && defined(A) && !defined B
one
#elif 1 / 0
never
#else
no
#endif
#ifdef B
#if nonsense ( (
#error not reached
#endif
no
#elif (A ? 2 : 1) == 2 && -1 < 0 && ~0 == -1 && (0u - 1) > 0
two
#endif
#ifndef B
three
#else
#endif
#if 0 && (1 / 0)
#elif 'a' == 97 && 0x10 == 020 && (1 ? 1 : 1 / 0)
four
#endif
#if __CUDA_ARCH__ >= 700 && __has_include(<cmath>) && !__has_include("nothing.h")
five
#endif
#if 0
it's fine to write anything here "
#endif
/* expect
one two three four five
*/
