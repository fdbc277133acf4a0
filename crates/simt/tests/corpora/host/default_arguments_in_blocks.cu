// Default arguments of a function that is declared in a block hold there.
#include <cstdio>
int far_off(int a, int b);
int main() {
    int f(int a, int b = 3);
    printf("%d %d\n", f(1), f(1, 2));
    void g(float), g(int a, int b = 7);
    g(1);
    g(1, 2);
    printf("%d\n", far_off(1, 2));
}
int f(int a, int b) { return a * 10 + b; }
void g(float x) { printf("float %g\n", x); }
void g(int a, int b) { printf("%d %d\n", a, b); }
int far_off(int a, int b) {
    int f(int a, int b = 5);
    return f(a + b);
}
/* expect
13 12
1 7
1 2
35
*/
