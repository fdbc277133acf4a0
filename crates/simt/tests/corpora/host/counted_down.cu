// Loops whose counter goes down as it is tested, with pointers that go along: the values, and the counters after the loop.
#include <cstdio>
#include <cstdlib>
int main() {
    const int n = 5000;
    float *a = new float[n], *p = a;
    int m = n;
    while (m--) *p++ = m * 2.0f;
    printf("%d %d %g %g\n", m, (int)(p - a), a[0], a[n - 1]);
    long long left = n;
    double sum = 0;
    p = a;
    while (left-- > 0) sum += *p++;
    printf("%lld %d %g\n", left, (int)(p - a), sum);
    unsigned up = 0;
    p = a;
    while (up++ < n) *p++ += up;
    printf("%u %g %g\n", up, a[0], a[n - 1]);
    p = a;
    m = n;
    int found = -1;
    do {
        if (*p++ == 7500) {
            found = m;
            break;
        }
    } while (--m);
    printf("%d %d %d\n", found, m, (int)(p - a));
    char text[300], *to = text;
    for (int i = 0; i < 299; i++) text[i] = 'a' + i % 26;
    text[299] = 0;
    char copy[300];
    const char *from = text;
    to = copy;
    while ((*to++ = *from++)) {}
    printf("%d %d %.8s\n", (int)(to - copy), (int)(from - text), copy + 260);
    delete[] a;
}
/* expect
-1 5000 9998 0
-1 5000 2.4995e+07
5001 9999 5000
2501 2501 2500
300 300 abcdefgh
*/
