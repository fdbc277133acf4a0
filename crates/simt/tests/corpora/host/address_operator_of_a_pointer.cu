// A free `operator&` that gives the address of another object.
#include <cstdio>
struct F { int v; };
F other{42};
F *operator&(F &) { return reinterpret_cast<F *>(&other.v); }
int main() {
    F f{1};
    printf("%d\n", (&f)->v);
}
/* expect
42
*/
