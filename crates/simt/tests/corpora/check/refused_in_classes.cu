// What classes can have in C++ and not here: refused by name, with the line.
struct S {
    int a;
    int f(int x) { return a + x; }
};
struct Base { virtual ~Base() {} };
struct Derived : virtual Base {}; //~ error: virtual bases are not modelled
struct Tail {
    int n;
    float rest[];
};
int main() {
    S s;
    Derived derived;
    Tail tail;
    return s.f(1);
}
