// What a format asks for, and what it is given, in kernels and on the host.
#include <cstdio>
#include <cstdint>
__global__ void k(float x, double d, long long n, int i, unsigned u, char c, size_t z, const char *s, int *p) {
    printf("%d %d %f\n", x, n, 3); //~ warning: `%d` takes an `int`, and this is a `float` | `%d` takes an `int`, and this is a `long long` | `%f` takes a `double`, and this is an `int`
    printf("%d %5.2f %d\n", i); //~ warning: `%5.2f` and `%d` of this format have no argument //~ help: what is printed for it is not defined
    printf("%d\n"); //~ warning: `%d` of this format has no argument
    printf("%d\n", i, x); //~ warning: no conversion of the format is left for this argument: it is not printed
    printf("done\n", i); //~ warning: the format has no conversion, so this is not printed
    printf("%d of %u\n", z, z); //~ warning: `%d` takes an `int`, and this is an `unsigned long` | `%u` takes an `int`, and this is an `unsigned long` //~ help: write `%zu`
    printf("%08lld\n", i); //~ warning: `%08lld` takes an integer of 64 bits, and this is an `int` //~ help: write `%08d`
    printf("%x\n", n); //~ warning: `%x` takes an `int`, and this is a `long long` //~ help: write `%llx`
    printf("%s\n", i); //~ warning: `%s` takes a pointer to characters, and this is an `int` //~ help: write `%d`
    printf("%s\n", p); //~ warning: `%s` takes a pointer to characters, and this is an `int*` //~ help: write `%p`
    printf("%d\n", p); //~ warning: `%d` takes an `int`, and this is an `int*`
    printf("%p\n", i); //~ warning: `%p` takes a pointer, and this is an `int`
    printf("%c\n", s); //~ warning: `%c` takes an `int`, and this is a `const char*` //~ help: write `%s`
    printf("%*d\n", z, i); //~ warning: the `*` of `%*d` takes an `int`, and this is an `unsigned long`
    printf("%.*f\n", x); //~ warning: the `*` of `%.*f` takes an `int`, and this is a `float` | `%.*f` of this format has no argument
    printf("%Lf\n", d); //~ warning: `%Lf` takes a `long double`, and this is a `double`
    printf("%n", p); //~ warning: `%n` stores nothing here
    printf("%2$d %1$d\n", i, i); //~ warning: `%2$…` names its argument by number
    printf("%y\n", i); //~ warning: `%y` is no conversion
    printf("100%", i); //~ warning: the format ends within `%`
    // All in order.
    printf("%d %i %u %x %X %o %c %hhd %hu\n", i, u, i, u, i, u, c, c, i);
    printf("%f %e %g %a %F %lf %5.1f %-8.3e %+g\n", x, d, x, d, x, d, x, d, x);
    printf("%ld %lu %zu %zd %lld %llu %llx %jd %td\n", z, z, z, z, n, n, z, n, n);
    printf("%s %.3s %p %p %%\n", s, s, p, s);
    printf("%*d %-*.*f\n", 5, i, 8, 2, x);
    printf("%d %d %d\n", c, true, 'a');
    printf("%d %u\n", threadIdx.x, blockIdx.x);
    printf("done\n");
    printf(s, i);
}
enum Colour { red };
void host(float x, size_t n, int *p, long double wide) {
    char text[40];
    printf("%zu %f %d\n", n, x, red);
    printf("%d\n", n); //~ warning: `%d` takes an `int`, and this is an `unsigned long`
    fprintf(stderr, "%d\n", x); //~ warning: `%d` takes an `int`, and this is a `float`
    sprintf(text, "%s\n", n); //~ warning: `%s` takes a pointer to characters, and this is an `unsigned long`
    snprintf(text, sizeof text, "%f %d\n", x); //~ warning: `%d` of this format has no argument
    snprintf(text, sizeof text, "%Lf %p %s", wide, nullptr, text);
}
