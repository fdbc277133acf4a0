// What an assignment or `++x` gives is the place itself, found once: changed again, bound to a reference, pointed at.
#include <cstdio>
struct Box { int n; };
int &pick(int *a, int &i) { return a[i++]; }
void set(int &x) { x += 100; }
template <typename T> void swap_them(T &a, T &b) { T c = a; a = b; b = c; }
int main() {
    int v = 0;
    ++ ++ ++v;
    printf("%d\n", v);
    (((v += 1) += 10) += 100);
    printf("%d\n", v);
    int a[6] = {0}, i = 0;
    (a[i++] = 5) += 2;
    printf("%d %d %d\n", a[0], a[1], i);
    set(a[i++] = 7);
    printf("%d %d %d\n", a[1], a[2], i);
    int &q = (a[i++] = 9);
    q++;
    printf("%d %d %d\n", a[2], a[3], i);
    int *p = a;
    (*p++ = 1) = 4;
    printf("%d %d %d\n", a[0], a[1], (int)(p - a));
    ++(pick(a, i) = 3);
    printf("%d %d %d\n", a[3], a[4], i);
    int w = 4;
    (w = 1) = w + 1;
    printf("%d\n", w);
    Box b{1};
    ++ ++b.n;
    printf("%d\n", b.n);
    (i++ ? v : w) += 3;
    set(i ? v : w);
    int *z = &++ ++v;
    *z += 1;
    printf("%d %d %d\n", i, v, w);
    swap_them(++v, w = 6);
    set((i++, v));
    --(--(--v));
    printf("%d %d %d\n", i, v, w);
    int c[3] = {1, 2, 0};
    (c[c[0]] = 0) = 7; // the index is of before
    (c[0] = c[1] = 2) *= 5;
    printf("%d %d %d\n", c[0], c[1], c[2]);
    c;
    return 0;
}
/* expect
3
114
7 0 1
107 0 2
10 0 3
4 107 1
4 0 4
5
3
5 220 5
6 103 221
10 2 0
*/
