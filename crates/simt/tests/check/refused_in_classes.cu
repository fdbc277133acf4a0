// What classes can have in C++ and not here: refused by name, with the line.
struct S {
    int a;
    int f(int x) { return a + x; }
};
struct Bits {
    unsigned low : 3; //~ error: bit fields are not modelled
};
struct Base { virtual ~Base() {} };
struct Derived : Base {};
int main() {
    Bits bits;
    int S::*field = &S::a; //~ error: pointers to members are not modelled //~ help: pass a lambda
    int (S::*method)(int) = &S::f; //~ error: pointers to members are not modelled
    Base *base = new Derived;
    Derived *derived = dynamic_cast<Derived *>(base); //~ error: `dynamic_cast` is not modelled //~ help: ask the object by a virtual function
    return 0;
}
