struct S {
    int a;
    unsigned bits : 3;
    int get() const { return a; }
    int set(int x) { return a = x; }
    static int none() { return 0; }
};
struct Other {
    int a;
};
int main() {
    S s = {1, 2};
    const S fixed = {3, 4};
    Other other;
    int S::*field = &S::a;
    int (S::*set)(int) = &S::set;
    int (S::*get)() const = &S::get;
    other.*field = 2; //~ error: the pointer is to a member of `S`, and this is `Other`
    fixed.*field = 2; //~ error: it is `const`
    (fixed.*set)(3); //~ error: the method may change its object, and `fixed` is `const`
    (s.*set)(); //~ error: the method takes 1 argument, and 0 are given
    (s.*get)();
    s.*set; //~ error: this is a method: it can only be called //~ help: write `(object.*pointer)(arguments)`
    float S::*real = &S::a; //~ error: `float S::*`
    auto bits = &S::bits; //~ error: this is a bit field, and there is no pointer to one
    int (*plain)() = &S::none;
    int n = 3;
    s.*n; //~ error: a pointer to a member belongs here, and this is `int`
    int nothing::*p; //~ error: a pointer to a member names a class before `::*`
    return plain();
}
