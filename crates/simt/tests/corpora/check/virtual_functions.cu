// What the language says of virtual functions.
struct A {
    __device__ virtual void f();
    __host__ __device__ virtual void g();
    virtual void h();
    virtual int c() const;
    virtual ~A() {}
};
void A::h() {}
int A::c() const { return 1; }
__device__ void A::f() {}
__host__ __device__ void A::g() {}
struct B : A {
    void f() override; //~ error: `B::f` is the host's, and the function that it overrides is `__device__` //~ help: write the same before both
};
struct C : A {
    void g() override; //~ error: `C::g` is the host's, and the function that it overrides is `__host__ __device__`
};
struct F final : A {};
struct G : F {}; //~ error: `F` is `final`: nothing can derive from it
struct H {
    virtual void f() final {}
    virtual void p() = 0;
    virtual void q(int) {}
};
struct I : H {
    void f(); //~ error: `I::f` overrides a function that is `final`
};
struct J : H {
    void q(float) override; //~ error: `J::q` is marked `override`, and no base has a virtual function like it
};
struct K : A {
    float c() const; //~ error: `K::c` returns `float`, and the function that it overrides returns `int`
};
struct L : H {
    virtual void more() {}
};
struct M : virtual H { //~ error: virtual bases are not modelled
    void p() override {}
};
H h; //~ error: `H` is abstract: there are no objects of it //~ help: `H::p` is pure virtual
L *make() { return new L(); } //~ error: `L` is abstract: there are no objects of it
void take(H x) {} //~ error: `H` is abstract: there are no objects of it
struct Holds {
    H part; //~ error: `H` is abstract: there are no objects of it
};
int main() {
    B b;
    C c;
    G g;
    I i;
    J j;
    K k;
    M m;
    Holds holds;
    H *p = nullptr;
    p->H::f();
    p->A::f(); //~ error: `A` is not `H` and none of its bases
}
