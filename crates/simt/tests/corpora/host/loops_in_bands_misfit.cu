// A loop of many iterations that goes wrong in the middle says so as it always did, once for each place, and goes on.
//@ finding out-of-bounds host read
//@ finding division or remainder by zero
#include <cstdio>
#include <cstdlib>

int main() {
    int n = 500;
    float *a = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) a[i] = i;
    float sum = 0;
    for (int i = 0; i < n + 3; i++) sum += a[i];
    printf("%g\n", sum);
    int *d = (int *)malloc(n * sizeof(int)), *q = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) d[i] = i == 300 ? 0 : i % 5 + 1, q[i] = -1;
    for (int i = 0; i < n; i++) q[i] = 1000 / d[i];
    printf("%d %d %d\n", q[299], q[301], q[499]);
    free(a), free(d), free(q);
}
/* expect
124750
200 500 200
*/
