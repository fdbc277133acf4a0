// Members of partial specialisations defined outside, where the pattern is a template with arguments and with defaults.
#include <cstdio>
#include <vector>
template<class T> struct B { };
template<class T, class U = int> struct D { };
template<class T> struct Tr { static int name(); };
template<class T> struct Tr<B<T>> { static int name(); int m(); };
template<class T> struct Tr<D<T>> { static int name(); };
template<class T> struct Tr<std::vector<T>> { static int name(); };
template<class T> int Tr<B<T>>::name() { return 1; }
template<class T> int Tr<B<T>>::m() { return 11; }
template<class T> int Tr<D<T>>::name() { return 2; }
template<class T> int Tr<std::vector<T>>::name() { return 3; }
int main() { printf("%d\n", Tr<B<int>>::name()); printf("%d\n", Tr<B<int>>().m()); printf("%d\n", Tr<D<int>>::name()); printf("%d\n", Tr<std::vector<int>>::name()); }
/* expect
1
11
2
3
*/
