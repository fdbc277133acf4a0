// Sums kept in memory: the innermost loop stores in one place, the one around it goes on to the next; and some that only look so.
#include <cstdio>
#include <cstdlib>
#include <vector>

int main() {
    int n = 70;
    int *a = (int *)malloc(n * n * sizeof(int)), *b = (int *)malloc(n * n * sizeof(int));
    int *c = (int *)calloc(n * n, sizeof(int));
    std::vector<float> f(n * n, 0.5f);
    for (int i = 0; i < n * n; i++) {
        a[i] = i % 7;
        b[i] = i % 5 - 2;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                c[i * n + j] += a[i * n + k] * b[k * n + j];
                f[i * n + j] += 0.1f * a[i * n + k];
            }
    long long sum = 0;
    double total = 0;
    for (int i = 0; i < n * n; i++) {
        sum = sum * 31 % 1000003 + c[i];
        total += f[i];
    }
    printf("%lld %.4f\n", sum, total);

    // One place in every iteration, and nothing around it.
    for (int k = 0; k < 1000; k++) c[5] = c[5] * 3 % 1009 + k;
    // One place, but only where something is found.
    int first = -1;
    for (int k = 0; k < n * n; k++)
        if (a[k] == 6 && b[k] == 2) c[7] = k, first = first < 0 ? k : first;
    // A place that moves every other time.
    for (int k = 0; k < 100; k++) c[20 + k / 2] += k;
    // The same place by way of a pointer that is set anew.
    for (int k = 0; k < 100; k++) {
        int *to = c + 90;
        *to += k;
    }
    printf("%d %d %d %d %d\n", c[5], c[7], first, c[30], c[90]);
    free(a);
    free(b);
    free(c);
}
/* expect
-406279 105350.0093
1703 4899 34 -379 4530
*/
