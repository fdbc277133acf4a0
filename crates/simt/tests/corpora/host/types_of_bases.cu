// The types of a base's members as those of members of what is derived from it: at once, through two classes, of a template's instance.
#include <cstdio>

struct Value {
    enum Type { NONE, INT };
    struct In {
        int q;
    };
    typedef int Num;
    using Real = float;
    static constexpr int N = 3;
};
struct Arg : Value {
    Num n;
    In in[N];
    Type type;
    static Real half(Num x) { return x / 2.0f; }
};
struct More : Arg {
    Real r = 2.5f;
    Type second = INT;
};
template <class T> struct Box {
    using Item = T;
};
struct Full : Box<double>, private Value {
    Item item = 1.5;
    Num n = 4;
};

int main() {
    More a;
    a.type = Arg::INT;
    a.n = 3;
    a.in[2].q = 4;
    printf("%d %d %d %g %d %g\n", (int)a.type, a.n, a.in[2].q, a.r, (int)a.second, Arg::half(3));
    Full f;
    printf("%g %d\n", f.item, f.n);
}
/* expect
1 3 4 2.5 1 1.5
1.5 4
*/
