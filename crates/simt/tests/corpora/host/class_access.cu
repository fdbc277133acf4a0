// Who may use what of a class: the class, those inside it, friends, and what derived classes publish.
#include <cstdio>
class C {
    int secret = 1;
    static int count;
    enum Kind { A, B };
    typedef int Hidden;
    void quiet() {}
    C(int, int) {}
    friend int peek(const C &c);
    friend class Friend;
    template <typename T> friend struct Any;
    friend bool operator==(const C &a, const C &b) { return a.secret == b.secret; }
    struct Inner { int v; int look(C &c) { return c.secret; } };
protected:
    int shared = 2;
    int guarded() { return shared; }
public:
    C() {}
    int get() const { auto f = [this] { return secret; }; return f() + other(*this); }
    int other(const C &c) const { return c.secret; }
    static C make() { return C(1, 2); }
    Inner inner() { return {3}; }
    Hidden typed() { return A; }
};
int C::count = 0;
int peek(const C &c) { return [&] { return c.secret; }() + c.secret; }
class Friend { public: int look(C &c) { c.quiet(); return c.secret + c.shared + (int)C::B; } };
template <typename T> struct Any { int look(C &c) { return c.secret; } };
struct D : C {
    int use() { return shared + guarded() + this->shared; }
    using C::guarded;
};
template <typename T> class Box {
    T v;
    template <typename U> friend class Box;
public:
    Box(T v) : v(v) {}
    template <typename U> Box(const Box<U> &o) : v(o.v) {}
    T get() { return v; }
};
int main() {
    C c; D d; Friend f; Any<int> any;
    auto in = c.inner();
    Box<double> b = Box<int>(3);
    printf("%d %d %d %d %d %d %d %d %g\n", c.get(), peek(c), f.look(c), d.use(), d.guarded(), any.look(c), in.look(c), c == C::make(), b.get());
}
/* expect
2 2 4 6 2 1 1 1 3
*/
