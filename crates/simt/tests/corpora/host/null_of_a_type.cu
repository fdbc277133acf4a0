// A null pointer that was given a type has it: overloads are chosen by it.
#include <cstdio>
struct A { int x; };
struct B { int y; };
struct C : B {};
struct Chooser {
    static int of(const A *) { return 1; }
    static int of(const B *) { return 2; }
};
int of(const A *) { return 1; }
int of(const B *) { return 2; }
int any(void *) { return 3; }
int any(const B *) { return 4; }
template <class T> int free_one() { return of((T *)nullptr); }
template <class T> int method() { return Chooser::of(static_cast<T *>(0)); }
int main() {
    printf("%d %d %d %d %d\n", of((A *)nullptr), of((B *)0), free_one<B>(), method<A>(), method<C>());
    printf("%d %d\n", any((A *)NULL), any((C *)nullptr));
    const char *text = nullptr;
    int *p = 0, *q = text ? p : nullptr;
    printf("%d\n", p == q && text == NULL);
}
/* expect
1 2 2 1 2
3 4
1
*/
