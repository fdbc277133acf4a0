// Function templates of a class with as many parameters, defined outside of it in another order and with other names: each has its own body.
#include <cstdio>
template <class T> struct Box {
    T value;
    int made;
    Box(const T &v) : value(v), made(0) {}
    template <class U> Box(const U &v);
    template <class U> Box(const Box<U> &other);
    template <class U> int put(U *from, int n);
    template <class U> int put(U from, int n);
    template <class U> int put(U from, T n);
    template <int N> int count(int by) const;
    template <class U> int count(int by) const;
};
template <class X> template <int K> int Box<X>::count(int by) const { return by * K; }
template <class X> template <class Y> int Box<X>::count(int by) const { return by * 100 + (int)sizeof(Y); }
template <class X> template <class Y> int Box<X>::put(Y, X) { return 3; }
template <class X> template <class Y> int Box<X>::put(Y, int) { return 2; }
template <class X> template <class Y> int Box<X>::put(Y *, int) { return 1; }
template <class X> template <class Y> Box<X>::Box(const Box<Y> &other) : value(other.value), made(2) {}
template <class X> template <class Y> Box<X>::Box(const Y &v) : value(v), made(1) {}

// One of one set of arguments stands beside both.
template <> template <> int Box<char>::put<float>(float, int) { return 9; }

int main() {
    Box<double> plain(1.5), whole(7), copied(Box<float>(2.5f));
    printf("%d %g, %d %g, %d %g\n", plain.made, plain.value, whole.made, whole.value, copied.made, copied.value);
    int n = 0;
    printf("%d %d %d\n", plain.put(&n, 1), plain.put(1.0f, 1), plain.put(1, 1.0));
    printf("%d %d\n", plain.count<3>(2), plain.count<short>(2));
    printf("%d\n", Box<char>('a').put(1.0f, 1));
}
/* expect
0 1.5, 1 7, 2 2.5
1 2 3
6 202
9
*/
