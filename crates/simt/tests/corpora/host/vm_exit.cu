// What atexit was given runs in the reverse order, also on exit.
#include <cstdio>
#include <cstdlib>
void first() { printf("first\n"); }
void second() { printf("second\n"); }
int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
int main() {
    atexit(first);
    atexit(second);
    srand(42);
    printf("%d %d\n", rand(), depth(5000));
    int a = 0;
    double d = 0;
    char word[16];
    int n = sscanf("12 3.5 word", "%d %lf %s", &a, &d, word);
    printf("%d: %d %g %s\n", n, a, d, word);
    exit(5);
}
//@ exit 5
/* expect
71876166 5000
3: 12 3.5 word
second
first
*/
