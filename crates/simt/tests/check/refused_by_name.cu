#include <cstdio>
struct Counter { int n; __device__ void bump() { ++n; } };
struct Base { int a; };
struct Derived : Base { int b; }; //~ error: base classes are not modelled //~ help: make it a field
union Bits { int i; float f; }; //~ error: unions are not modelled
template <typename T> struct Box { T x; };
__global__ void k(float* out) {
    printf("%f", out[0]); //~ error: `printf` in device code is not modelled //~ help: write the value to a buffer
    half h; //~ error: half precision (`__half`) is not modelled
    Counter c = {0};
    c.bump(); //~ error: methods of structs are not modelled
    Derived d;
    Bits b;
    Box<float> x; //~ error: class templates are not modelled
    long long t = clock64(); //~ error: `clock64`: time inside a kernel is not modelled
    out[0] = __shfl_down(out[0], 1); //~ error: the shuffles without `_sync` are not modelled
    float* p = (float*)malloc(4); //~ error: `malloc`: allocating memory in device code is not modelled
    auto f = [](float x) { return x; }; //~ error: lambdas are not modelled
    out[1] = tex2D(1, 2); //~ error: textures and surfaces are not modelled
    asm("nop;"); //~ error: inline PTX is not modelled
    out[2] = __fadd_rz(1.0f, 2.0f); //~ error: arithmetic rounded other than to nearest is not modelled
}
