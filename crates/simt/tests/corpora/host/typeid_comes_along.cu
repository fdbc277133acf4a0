// `typeid` without its header, which others bring.
#include <cstdio>
#include <memory>

template <class T> void name() { printf("%s\n", typeid(T).name()); }

struct Base {
    virtual ~Base() {}
};
struct Derived : Base {};

int main() {
    name<float>();
    name<const char *>();
    std::unique_ptr<Base> one(new Derived);
    Base &it = *one;
    printf("%d\n", typeid(it) == typeid(Derived));
}
/* expect
f
PKc
1
*/
