#include <cstdio>
template <class T> struct Kind {
    static constexpr int value = 10 + sizeof...(A); //~ error: `A` is not a pack
};
int main() { printf("%d\n", Kind<int>::value); }
