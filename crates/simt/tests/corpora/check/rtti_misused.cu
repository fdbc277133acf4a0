#include <typeinfo>
#include <vector>
struct Plain {
    int a;
};
struct Base {
    virtual ~Base() {}
};
struct Derived : Base {};
struct Other : Plain {};
__global__ void k(Base *base) {
    Derived *d = dynamic_cast<Derived *>(base); //~ error: device code cannot ask an object of what class it is
}
int main() {
    Plain plain;
    Base *base = new Derived;
    const Base *fixed = base;
    Other *other = dynamic_cast<Other *>(&plain); //~ error: `Plain` has no virtual functions: its objects do not know their class //~ help: give it a virtual destructor
    Derived *d = dynamic_cast<Derived *>(fixed); //~ error: `dynamic_cast` would drop the `const`
    int n = dynamic_cast<int>(base); //~ error: `dynamic_cast` makes a pointer or a reference to a class
    int *i = dynamic_cast<int *>(base); //~ error: `int*` is no pointer to a class
    auto lambda = [](int x) { return x; };
    const char *name = typeid(lambda).name(); //~ error: `typeid` of `lambda` is not modelled
    name = typeid(std::vector<int>).name(); //~ error: `typeid` of `vector<int, allocator<int>>` is not modelled //~ help: compare types with `std::is_same`
    return name != nullptr;
}
