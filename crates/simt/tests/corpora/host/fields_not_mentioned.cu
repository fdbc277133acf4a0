// Braces that name fields: those they leave out begin as their class says.
#include <cstdio>
struct Settings {
    int m;
    int n = 4;
    float rate = 1.5f;
    const char *name = "none";
    int sizes[2] = {7, 8};
};
struct Outer {
    Settings first, second = {.m = 3};
    int last = 9;
};
int total(Settings s) { return s.m + s.n + s.sizes[1]; }
int main() {
    Settings a = {.m = 5, .name = "q"};
    printf("%d %d %g %s %d\n", a.m, a.n, a.rate, a.name, a.sizes[0]);
    Settings b{.name = "z"};
    printf("%d %d %g\n", b.m, b.n, b.rate);
    printf("%d\n", total({.m = 1, .rate = 2}));
    Settings c = Settings{.m = 2, .sizes = {1}};
    printf("%d %d %d %s\n", c.n, c.sizes[0], c.sizes[1], c.name);
    Outer o = {.last = 1};
    printf("%d %d %d %d\n", o.first.n, o.second.m, o.second.n, o.last);
    Settings *made = new Settings{.m = 6, .rate = 3};
    printf("%d %d %g\n", made->m, made->n, made->rate);
    delete made;
    static Settings kept = {.rate = 0.5f};
    printf("%d %d %g\n", kept.m, kept.n, kept.rate);
}
/* expect
5 4 1.5 q 7
0 4 1.5
13
4 1 0 none
4 3 4 1
6 4 3
0 4 0.5
*/
