// Class templates that the library leans on: specialisations for packs, pairs of closing angles, packs of one value.
#include <cstdio>
template <class... T> class Row;
template <> class Row<> {
public:
    int none;
};
template <class T, class... U> class Row<T, U...> {
public:
    T head;
    Row<U...> tail;
};
template <class A, class B> struct Two {
    A a;
    B b;
};
template <class T> struct Kind {
    static constexpr int value = 0;
};
template <class A> struct Kind<Two<A, A>> {
    static constexpr int value = 1;
};
template <class A, class B> struct Kind<Two<A, B>> {
    static constexpr int value = 2;
};
template <class... T> struct Kind<Row<T...>> {
    static constexpr int value = 10 + sizeof...(T);
};
template <class T> struct Holder {
    T value;
    template <class... A> explicit Holder(A... args) : value(args...) {}
};
template <class T, class... A> T make(A... args) {
    return T(args...);
}
int main() {
    Row<int, float> row;
    row.head = 3;
    row.tail.head = 1.5f;
    printf("%d %g\n", row.head, row.tail.head);
    printf("%d %d %d %d\n", Kind<int>::value, Kind<Two<int, int>>::value, Kind<Two<int, float>>::value, Kind<Row<int, char, float>>::value);
    Holder<int> held(7);
    printf("%d %d\n", held.value, make<int>(2.75));
    return 0;
}

/* expect
3 1.5
0 1 2 13
7 2
*/
