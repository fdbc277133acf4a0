// What a static member begins with is broken, and a call by a name that nothing declares is the first to ask for it: it is said.
#include <cstdio>
template <int> struct Size {
    static const int value = N; //~ error: nothing here is called `N`
};
int main() { printf("%d\n", Size<3>::value); }
