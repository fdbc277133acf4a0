// A class template that is only named, as an argument or behind a pointer, is not instantiated; what uses it is.
#include <cstdio>
#include <memory>
template <class T> struct Never {
    static_assert(sizeof(T) == 0, "never");
    T x;
};
template <class T> struct Holder {
    T *p;
    int n;
};
// Each level names the next in its arguments: all of them at once would be 2 to the 14th.
template <class A, int N> struct Nest {
    Nest<Nest<A, N - 1>, N - 1> x;
};
template <class A> struct Nest<A, 0> {
    int v;
};
// Names that double with every level: beyond a length they are shown without their arguments.
template <class A, class B> struct Two {
    A *a;
    B *b;
};
template <class A> using Twice = Two<A, A>;
template <class A, int N> struct Grown {
    typedef typename Grown<Twice<A>, N - 1>::type type;
};
template <class A> struct Grown<A, 0> {
    typedef A type;
};
template <class T> struct Base {
    T b = 7;
    virtual ~Base() { printf("~Base\n"); }
};
struct Side {
    int s = 3;
};
template <class T> struct Derived : Side, Base<T> {
    T d = 9;
    ~Derived() { printf("~Derived\n"); }
};
template <class T> struct Made {
    T value;
    Made(int v) : value(v + 1) {}
};
int take(const Made<int> &m) { return m.value; }
int see(Base<long> *b) { return (int)b->b; }
template <int N> struct Size {
    static const int value = N;
};
template <class T> struct Box {
    T content;
    static int count() { return 11; }
};
template <class T> int count_of(T *) { return T::count(); }
Derived<long> *far(Derived<long> *d) { return d; }
void end(Box<std::unique_ptr<Derived<short>>> *box) { delete box; }
int main() {
    Holder<Never<int>> h;
    h.p = nullptr;
    printf("%d\n", h.p == nullptr);
    Nest<int, 14> nest;
    printf("%d\n", (int)sizeof(nest));
    Grown<int, 14>::type *p = nullptr;
    printf("%d\n", p == nullptr);
    printf("%d %d\n", take(4), Size<sizeof(Box<double>)>::value);
    Derived<long> *d = new Derived<long>;
    Base<long> *b = far(d);
    printf("%d %d %d\n", see(d), b == d, (char *)b != (char *)static_cast<Side *>(d));
    delete b;
    Box<Made<char>> *none = nullptr;
    printf("%d\n", count_of(none));
    end(new Box<std::unique_ptr<Derived<short>>>{std::make_unique<Derived<short>>()});
    return 0;
}
/* expect
1
4
1
5 8
7 1 1
~Derived
~Base
11
~Derived
~Base
*/
