// What g++ takes beyond the standard: the type of an expression, memory of the frame, steps of a `void*` by bytes.
#include <cstdio>
#include <cstdlib>
#include <alloca.h>

double sum(int n) {
    double *values = (double *)alloca(n * sizeof(double)), total = 0;
    for (int i = 0; i < n; i++) values[i] = i + 0.5;
    for (int i = 0; i < n; i++) total += values[i];
    return total;
}

int main() {
    double *v = nullptr;
    if (!(v = (typeof(v))malloc(4 * sizeof(*v)))) return 1;
    v[3] = 2.5;
    typeof(v[0]) w = v[3];
    printf("%g %g\n", w, sum(4));
    void *p = v, *q = p + 3 * sizeof(double);
    printf("%g\n", *(double *)q);
    p += 17;
    p -= 8;
    printf("%ld\n", (char *)p - (char *)v);
    free(v);
}
/* expect
2.5 8
2.5
9
*/
