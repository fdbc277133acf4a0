/* expect
8 7
*/
// A function of a struct knows the types that the struct declares after it.
#include <cstdio>
struct Pair {
    int a, b;
    Pair(int x, int y) : a(x), b(y) {}
};
struct Outer {
    static int sum(int n) {
        Pair p(n, Later{n + 2}.v);
        Number q(1);
        return p.a + p.b + (int)q - 1;
    }
    static int kind() {
        Kind k = Kind::seven;
        return (int)k;
    }
    struct Later {
        int v;
    };
    using Number = long;
    enum class Kind : int { seven = 7 };
};
int main() { printf("%d %d\n", Outer::sum(3), Outer::kind()); }
